// What the servers do beyond requests and answers: options, limits, resources, the end.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <unistd.h>
#include <vector>

#include "tests/conformance/programs.hpp"
#include "tests/conformance/site_fixture.hpp"
#include "tests/conformance/wire.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/running_server.hpp"

using namespace joust::test;

namespace {

std::string name_of(const std::string& program) { return program.substr(0, program.find(' ')); }

Finished run(const std::string& program, std::vector<std::string> arguments) {
  const auto blank = program.find(' ');
  if (blank != std::string::npos) arguments.insert(arguments.begin(), program.substr(blank + 1));
  arguments.insert(arguments.begin(), path_of_program(name_of(program)));
  return run_to_end({arguments, ".", {}}, std::chrono::seconds(10));
}

bool is_one_line(const std::string& text) {
  return !text.empty() && text.find('\n') == text.size() - 1;
}

}  // namespace

TEST_CASE("a limit of connections makes later ones wait, not fail") {
  const SiteFixture site;
  for (const auto* program : reference_servers) {
    INFO(program);
    RunningServer server(program, {"--root", site.root().string(), "--max-connections", "3"});
    std::vector<WireConnection> held;
    for (int i = 0; i < 3; ++i) {
      held.emplace_back(server.port());
      held.back().send(request("/hello.txt"));
      REQUIRE(answers_on(held.back(), 1).size() == 1);
    }
    WireConnection waiting(server.port());
    waiting.send(request("/hello.txt"));
    waiting.read_some(Milliseconds(200));
    CHECK(waiting.received() == "");
    held.clear();
    CHECK(answers_on(waiting, 1).size() == 1);
  }
}

TEST_CASE("a silent connection is closed") {
  for (const auto* program : reference_servers) {
    INFO(program);
    RunningServer server(program, {"--idle-timeout", "200ms"});
    WireConnection silent(server.port());
    CHECK(closes(silent));
  }
}

TEST_CASE("what is in flight is finished before the server ends") {
  const SiteFixture site;
  for (const auto* program : servers) {
    RunningServer server(program, {"--root", site.root().string(), "--delay", "300ms"});
    WireConnection connection(server.port());
    WireConnection idle(server.port());
    connection.send(request("/hello.txt"));
    connection.read_some(Milliseconds(100));
    server.send(SIGTERM);
    const auto answers = answers_on(connection, 1);
    INFO(program);
    REQUIRE(answers.size() == 1);
    CHECK(answers[0].body == "0123456789");
    CHECK(server.wait() == 0);
    CHECK(closes(idle));
  }
}

TEST_CASE("a delay is at least what was asked for") {
  const SiteFixture site;
  for (const auto* program : servers) {
    RunningServer server(program, {"--root", site.root().string(), "--delay", "20ms"});
    const auto start = std::chrono::steady_clock::now();
    REQUIRE(get(server.port(), "/hello.txt"));
    CHECK((std::chrono::steady_clock::now() - start >= Milliseconds(20)));
  }
}

TEST_CASE("the anchor reports the delays it really made") {
  const SiteFixture site;
  const auto report = site.root() / "delays.json";
  RunningServer server("joust-null", {"--root", site.root().string(), "--delay", "2ms", "--delays",
                                      report.string()});
  WireConnection connection(server.port());
  connection.send(request("/hello.txt") + request("/missing") + request("/empty.bin"));
  const auto answers = answers_on(connection, 3);
  REQUIRE(answers.size() == 3);
  CHECK(answers[1].status == 404);
  CHECK(server.stop() == 0);
  std::ifstream in(report);
  const auto json = nlohmann::json::parse(in);
  CHECK(json["schema"] == "joust.null-delays/1");
  CHECK(json["count"] == 3);
  CHECK(json["min_ns"] >= 2'000'000);
}

TEST_CASE("burnt time is spent on the CPU") {
  const SiteFixture site;
  for (const auto* program : servers) {
    RunningServer server(program, {"--root", site.root().string(), "--burn-ns", "2000000"});
    const auto cpu_ns = [&] {  // of all threads that are there
      std::uint64_t sum = 0;
      const auto tasks = "/proc/" + std::to_string(server.pid()) + "/task";
      for (const auto& task : std::filesystem::directory_iterator(tasks)) {
        std::ifstream in(task.path() / "schedstat");
        std::uint64_t ns = 0;
        in >> ns;
        sum += ns;
      }
      return sum;
    };
    WireConnection connection(server.port());
    const auto before = cpu_ns();
    for (std::size_t i = 1; i <= 20; ++i) {
      connection.send(request("/hello.txt"));
      REQUIRE(answers_on(connection, i).size() == i);
    }
    INFO(program);
    // A host that takes the CPU away for less than burn_cpu notices makes it a little less.
    if (before > 0) CHECK(cpu_ns() - before >= 36'000'000);
  }
}

TEST_CASE("several threads share one port") {
  const SiteFixture site;
  for (const auto* program : servers) {
    RunningServer server(program, {"--root", site.root().string(), "--threads", "3"});
    for (int i = 0; i < 30; ++i) {
      const auto answer = get(server.port(), "/hello.txt");
      REQUIRE(answer);
      CHECK(answer->body == "0123456789");
    }
    INFO(program);
    const auto taken = run(program, {"--threads", "2", "--port", std::to_string(server.port())});
    CHECK(taken.exit_code == 6);
    CHECK(server.stop() == 0);
  }
}

TEST_CASE("bad input ends a server with one line and the documented code") {
  const SiteFixture site;
  for (const auto* program : servers) {
    INFO(program);
    RunningServer server(program, {});
    const auto taken = run(program, {"--port", std::to_string(server.port())});
    CHECK(taken.exit_code == 6);
    CHECK(is_one_line(taken.err));
    CHECK(taken.err.find(std::to_string(server.port())) != std::string::npos);

    const std::vector<std::vector<std::string>> mistakes{
        {"--root", (site.root() / "missing").string()},
        {"--root", (site.root() / "hello.txt").string()},
        {"--bind", "localhost"},
        {"--port", "70000"},
        {"--threads", "0"},
        {"--backlog", "0"},
        {"--delay", "5"},
        {"--burn-ns", "-1"},
        {"--prot", "80"}};
    for (const auto& mistake : mistakes) {
      INFO(mistake[0] << " " << mistake[1]);
      const auto finished = run(program, mistake);
      CHECK(finished.exit_code == 2);
      CHECK(finished.out == "");
      CHECK(is_one_line(finished.err));
      CHECK(finished.err.find(name_of(program)) == 0);
    }
    CHECK(run(program, {"--help"}).exit_code == 0);
    CHECK(run(program, {"--version"}).out.find(name_of(program)) == 0);
  }
}

TEST_CASE("every server has the same options, and its help says which make no sense there") {
  for (const auto* program : reference_servers) {
    INFO(program);
    const auto help = run(program, {"--help"}).out;
    for (const char* option :
         {"--bind", "--port", "--unix", "--threads", "--root", "--backlog", "--max-body",
          "--idle-timeout", "--header-timeout", "--max-connections", "--burn-ns", "--delay"}) {
      INFO(option);
      CHECK(help.find(std::string("\n  ") + option + " ") != std::string::npos);
    }
    const auto ignored = [&](const char* option) {
      const auto at = help.find(std::string("\n  ") + option + " ");
      const auto text = help.find("Accepted and ignored", at);
      return text != std::string::npos && text < help.find("\n  --", at + 1);
    };
    CHECK(ignored("--header-timeout") == (name_of(program) == "joust-evhttp"));
    CHECK(ignored("--threads") == (name_of(program) == "joust-beast-threads"));
    CHECK((help.find("\n  --prepared ") != std::string::npos) ==
          (name_of(program) == "joust-beast-async"));
  }
}

TEST_CASE("a privileged port is refused with one line") {
  std::ifstream in("/proc/sys/net/ipv4/ip_unprivileged_port_start");
  int first_unprivileged = 1024;
  in >> first_unprivileged;
  std::vector<std::string> without_privilege;
  if (geteuid() == 0) {
    without_privilege = {"/usr/bin/env", "setpriv", "--bounding-set=-net_bind_service"};
  }
  const auto run_without = [&](const std::vector<std::string>& arguments) {
    auto line = without_privilege;
    line.insert(line.end(), arguments.begin(), arguments.end());
    return run_to_end({line, ".", {}}, std::chrono::seconds(10));
  };
  if (first_unprivileged <= 1 || run_without({"/bin/true"}).exit_code != 0) {
    WARN("not looked at: every port is free to use here");
    return;
  }
  for (const auto* program : servers) {
    INFO(program);
    const auto refused = run_without({path_of_program(name_of(program)), "--port", "1"});
    CHECK(refused.exit_code == 6);
    CHECK(is_one_line(refused.err));
    CHECK(refused.err.find(":1: ") != std::string::npos);
    CHECK(refused.err.find("choose a higher one") != std::string::npos);
  }
}
