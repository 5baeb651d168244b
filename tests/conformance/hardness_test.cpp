// What the servers survive: scarce descriptors, rude clients, an end in the midst of work.
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/conformance/programs.hpp"
#include "tests/conformance/site_fixture.hpp"
#include "tests/conformance/wire.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/running_server.hpp"

using namespace joust::test;
using Clock = std::chrono::steady_clock;

namespace {

std::size_t lines_in(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("accepting goes on after descriptors have run out") {
  const SiteFixture site;
  for (const auto* program : servers) {
    INFO(program);
    RunningServer server(program, {"--root", site.root().string()}, 64);
    {
      std::vector<WireConnection> idle;
      for (int i = 0; i < 200; ++i) idle.emplace_back(server.port());
      // Some are served while all are open.
      idle.front().send(request("/hello.txt"));
      CHECK(answers_on(idle.front(), 1).size() == 1);
    }
    const auto start = Clock::now();
    const auto answer = get(server.port(), "/hello.txt");
    REQUIRE(answer);
    CHECK(answer->status == 200);
    CHECK((Clock::now() - start < Milliseconds(2000)));
    CHECK(server.stop() == 0);
    CHECK(lines_in(server.errors()) <= 1);
  }
}

TEST_CASE("very few descriptors are enough for some clients, and for one warning") {
  const SiteFixture site;
  for (const auto* program : servers) {
    INFO(program);
    RunningServer server(program, {"--root", site.root().string()}, 24);
    {
      std::vector<WireConnection> idle;
      for (int i = 0; i < 60; ++i) idle.emplace_back(server.port());
      idle.front().send(request("/mib.bin"));
      CHECK(answers_on(idle.front(), 1).size() == 1);
    }
    const auto answer = get(server.port(), "/hello.txt");
    REQUIRE(answer);
    CHECK(answer->status == 200);
    CHECK(server.stop() == 0);
    CHECK(lines_in(server.errors()) <= 1);
  }
}

TEST_CASE("several threads without room give one warning") {
  const SiteFixture site;
  for (const auto* program : reference_servers) {
    INFO(program);
    RunningServer server(
        program, {"--root", site.root().string(), "--threads", "4", "--max-connections", "8"});
    {
      std::vector<WireConnection> idle;
      for (int i = 0; i < 64; ++i) idle.emplace_back(server.port());
      CHECK(eventually([&] { return lines_in(server.errors()) == 1; }, Milliseconds(5000)));
    }
    const auto answer = get(server.port(), "/hello.txt");
    REQUIRE(answer);
    CHECK(answer->status == 200);
    CHECK(server.stop() == 0);
    CHECK(lines_in(server.errors()) == 1);
  }
}

TEST_CASE("every thread takes clients where few connections may be open") {
  const SiteFixture site;
  for (const auto* program : reference_servers) {
    INFO(program);
    RunningServer server(
        program, {"--root", site.root().string(), "--threads", "8", "--max-connections", "8"});
    for (int i = 0; i < 64; ++i) {
      const auto answer = get(server.port(), "/hello.txt");
      REQUIRE(answer);
      REQUIRE(answer->status == 200);
    }
    CHECK(server.stop() == 0);
  }
}

TEST_CASE("a site of many large files leaves descriptors for clients") {
  const TemporaryFolder site;
  constexpr int files = 300;
  for (int i = 0; i < files; ++i) {
    // Sparse, and more than the site keeps in memory.
    std::filesystem::resize_file(site.write(std::to_string(i) + ".bin", ""), 140'000);
  }
  for (const auto* program : reference_servers) {
    INFO(program);
    RunningServer server(program, {"--root", site.path().string()}, 256);
    for (int i = 0; i < files; i += 20) {
      std::string requests;
      for (int j = i; j < i + 20; ++j) requests += request("/" + std::to_string(j) + ".bin");
      WireConnection connection(server.port());
      connection.send(requests);
      const auto answers = answers_on(connection, 20);
      REQUIRE(answers.size() == 20);
      REQUIRE(std::all_of(answers.begin(), answers.end(),
                          [](const auto& answer) { return answer.status == 200; }));
    }
    CHECK(server.open_descriptors() < 200);
  }
}

TEST_CASE("the end is bounded, whatever clients do") {
  const SiteFixture site;
  std::string all;
  for (int i = 0; i < 20; ++i) all += request("/mib.bin");
  for (const auto* program : reference_servers) {
    INFO(program);
    RunningServer server(program, {"--root", site.root().string()});
    WireConnection deaf(server.port());  // takes nothing
    REQUIRE(deaf.send(all));
    WireConnection mute(server.port());  // never ends its head
    mute.send("GET / HTTP/1.1\r\n");
    WireConnection lazy(server.port());  // never ends its body
    lazy.send(upload(1000) + "begin");
    WireConnection idle(server.port());
    idle.send(request("/hello.txt"));
    REQUIRE(answers_on(idle, 1).size() == 1);
    const auto start = Clock::now();
    CHECK(server.stop() == 0);
    CHECK((Clock::now() - start < std::chrono::seconds(8)));
  }
}

TEST_CASE("answers do not wait for the client's acknowledgement") {
  const SiteFixture site;
  for (const auto* program : reference_servers) {
    RunningServer server(program, {"--root", site.root().string()});
    for (const char* path : {"/bytes/5", "/bytes/2048", "/bytes/71680"}) {
      WireConnection connection(server.port());
      connection.send(request(path));
      REQUIRE(answers_on(connection, 1).size() == 1);
      const auto length = connection.received().size();
      std::vector<Clock::duration> times;
      for (std::size_t i = 2; i <= 21; ++i) {
        const auto start = Clock::now();
        connection.send(request(path));
        // By their bytes: to take them apart each time would be in what is measured.
        while (connection.received().size() < i * length) {
          REQUIRE(connection.read_some(Milliseconds(5000)));
          REQUIRE_FALSE(connection.closed());
        }
        times.push_back(Clock::now() - start);
      }
      INFO(program << " " << path);
      std::nth_element(times.begin(), times.begin() + 10, times.end());
      // Nagle's algorithm against delayed acknowledgements makes it 40 ms.
      CHECK((times[10] < Milliseconds(30)));
    }
  }
}

TEST_CASE("a version that is not served is told from what is none") {
  for (const auto* program : streaming_servers) {
    RunningServer server(program, {});
    const auto status = [&](const std::string& line) {
      WireConnection connection(server.port());
      connection.send(line + "Host: a\r\n\r\n");
      const auto answers = answers_on(connection, 1);
      REQUIRE(answers.size() == 1);
      return answers[0].status;
    };
    INFO(program);
    CHECK(status("GET /hello HTTP/2.0\r\n") == 505);
    CHECK(status("GET /hello HTTP/0.9\r\n") == 505);
    CHECK(status("GET /hello HTTP/3.1\r\n") == 505);
    CHECK(status("GET /hello FTP/1.1\r\n") == 400);
    CHECK(status("GET /hello HTTP/11\r\n") == 400);
    CHECK(status("GET /hello HTTP/1.1\n") == 400);
    CHECK(status("GET /hello HTTP/2.0\n") == 400);
  }
}

TEST_CASE("a Unix socket is served like a port, and removed at the end") {
  const SiteFixture site;
  const TemporaryFolder folder;
  for (const auto* program : reference_servers) {
    for (const char* threads : {"1", "2"}) {
      INFO(program << ", threads " << threads);
      const auto path = folder / "socket";
      RunningServer server(
          program, {"--root", site.root().string(), "--unix", path.string(), "--threads", threads});
      WireConnection connection(path);
      connection.send(request("/hello.txt") + request("/mib.bin"));
      const auto answers = answers_on(connection, 2);
      REQUIRE(answers.size() == 2);
      CHECK(answers[0].body == "0123456789");
      CHECK(answers[1].body.size() == 1048576);
      CHECK(server.stop() == 0);
      CHECK_FALSE(std::filesystem::exists(path));
    }
  }
}
