// What the servers do beyond single requests: options, limits, resources, the end.
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "tests/conformance/running_server.hpp"
#include "tests/conformance/site_fixture.hpp"
#include "tests/conformance/wire.hpp"
#include "tests/support/catch.hpp"

using namespace joust::test;

namespace {

const char* const both[] = {"joust-evhttp", "joust-null"};

std::string request(const std::string& path, const std::string& fields = "") {
  return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n";
}

// The final answers that come on the connection until there are `count` or it closes. All were
// asked for with GET or POST.
std::vector<WireResponse> answers_on(WireConnection& connection, std::size_t count) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  std::vector<WireResponse> answers;
  std::size_t taken = 0;
  for (;;) {
    const auto fresh = std::string_view(connection.received()).substr(taken);
    const auto read = read_responses(fresh, {}, connection.closed());
    taken += fresh.size() - read.rest.size();
    for (auto& answer : read.final_ones()) answers.push_back(std::move(answer));
    if (answers.size() >= count || connection.closed()) return answers;
    if (std::chrono::steady_clock::now() > end) return answers;
    connection.read_some(Milliseconds(50));
  }
}

bool closes(WireConnection& connection) {
  return eventually([&] { return connection.read_some(Milliseconds(0)), connection.closed(); },
                    Milliseconds(5000));
}

std::string random_bytes(std::size_t size) {
  std::mt19937 random(static_cast<unsigned>(size));
  std::string bytes(size, '\0');
  for (auto& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

Finished run(const std::string& program, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), path_of_program(program));
  return run_to_end({arguments, ".", {}}, std::chrono::seconds(10));
}

bool is_one_line(const std::string& text) {
  return !text.empty() && text.find('\n') == text.size() - 1;
}

}  // namespace

TEST_CASE("files around every buffer's size come whole, twice on one connection") {
  const TemporaryFolder folder;
  const std::size_t sizes[] = {0,     1,     4095,  4096,  4097,    8191,    8192,   8193,
                               16385, 65535, 65536, 65537, 1048576, 1048577, 3000000};
  for (const auto size : sizes) folder.write(std::to_string(size) + ".bin", random_bytes(size));
  for (const auto* program : both) {
    RunningServer server(program, {"--root", folder.path().string()});
    WireConnection connection(server.port());
    std::size_t asked = 0;
    for (int round = 0; round < 2; ++round) {
      for (const auto size : sizes) {
        INFO(program << ", " << size << " bytes");
        connection.send(request("/" + std::to_string(size) + ".bin"));
        const auto answers = answers_on(connection, ++asked);
        REQUIRE(answers.size() == asked);
        CHECK((answers.back().body == random_bytes(size)));
      }
    }
    CHECK(server.stop() == 0);
  }
}

TEST_CASE("many requests in one piece are answered in order") {
  const TemporaryFolder folder;
  std::string all;
  for (int i = 0; i < 200; ++i) {
    folder.write(std::to_string(i),
                 std::to_string(i) + random_bytes(static_cast<std::size_t>(i) * 50));
    all += request("/" + std::to_string(i));
  }
  for (const auto* program : both) {
    RunningServer server(program, {"--root", folder.path().string()});
    WireConnection connection(server.port());
    REQUIRE(connection.send(all));
    const auto answers = answers_on(connection, 200);
    REQUIRE(answers.size() == 200);
    for (std::size_t i = 0; i < 200; ++i) {
      INFO(program << ", answer " << i);
      CHECK((answers[i].body == std::to_string(i) + random_bytes(i * 50)));
    }
  }
}

TEST_CASE("a request split at any byte is answered") {
  const SiteFixture site;
  const auto text = request("/hello.txt") + request("/empty.bin");
  for (const auto* program : both) {
    RunningServer server(program, {"--root", site.root().string()});
    for (std::size_t at = 1; at < text.size(); ++at) {
      WireConnection connection(server.port());
      connection.send(text.substr(0, at));
      connection.read_some(Milliseconds(2));
      connection.send(text.substr(at));
      const auto answers = answers_on(connection, 2);
      INFO(program << ", split at " << at);
      REQUIRE(answers.size() == 2);
      CHECK(answers[0].body == "0123456789");
      CHECK(answers[1].body.empty());
    }
  }
}

TEST_CASE("a client that reads late gets everything, and others are served meanwhile") {
  const SiteFixture site;
  for (const auto* program : both) {
    RunningServer server(program, {"--root", site.root().string()});
    WireConnection late(server.port());
    std::string all;
    for (int i = 0; i < 20; ++i) all += request("/mib.bin");
    REQUIRE(late.send(all));
    const auto other = get(server.port(), "/hello.txt");
    REQUIRE(other);
    CHECK(other->body == "0123456789");
    const auto answers = answers_on(late, 20);
    REQUIRE(answers.size() == 20);
    for (const auto& answer : answers) CHECK(answer.body.size() == 1048576);
  }
}

TEST_CASE("HTTP/1.0 is answered in kind") {
  const SiteFixture site;
  for (const auto* program : both) {
    RunningServer server(program, {"--root", site.root().string()});
    WireConnection kept(server.port());
    for (std::size_t i = 1; i <= 2; ++i) {
      kept.send("GET /hello.txt HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
      const auto answers = answers_on(kept, i);
      REQUIRE(answers.size() == i);
      INFO(program);
      CHECK(answers.back().field("connection") == "keep-alive");
      CHECK(answers.back().field("date"));
    }
    WireConnection last(server.port());
    last.send(request("/hello.txt", "Connection: x-a, CLOSE\r\n"));
    REQUIRE(answers_on(last, 1).size() == 1);
    CHECK(closes(last));
  }
}

TEST_CASE("both servers send comparable heads") {
  const TemporaryFolder folder;
  folder.write("52.bin", random_bytes(52));
  for (const auto* program : both) {
    RunningServer server(program, {"--root", folder.path().string()});
    const auto answer = get(server.port(), "/52.bin");
    REQUIRE(answer);
    INFO(program);
    CHECK(answer->field("server") == "joust");
    CHECK(answer->field("date"));
    CHECK(answer->field("content-type") == "application/octet-stream");
    CHECK(answer->field("content-length") == "52");
    CHECK_FALSE(answer->field("connection"));
  }
}

TEST_CASE("accepting goes on after descriptors have run out") {
  const SiteFixture site;
  for (const auto* program : both) {
    RunningServer server(program, {"--root", site.root().string()}, 64);
    {
      std::vector<WireConnection> idle;
      for (int i = 0; i < 200; ++i) idle.emplace_back(server.port());
    }
    const auto answer = get(server.port(), "/hello.txt");
    INFO(program);
    REQUIRE(answer);
    CHECK(answer->status == 200);
    CHECK(server.stop() == 0);
    CHECK(server.errors() == "");
  }
}

TEST_CASE("a limit of connections makes later ones wait, not fail") {
  const SiteFixture site;
  RunningServer server("joust-evhttp", {"--root", site.root().string(), "--max-connections", "3"});
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

TEST_CASE("a body above the limit is refused readably, with and without Expect") {
  const std::size_t limit = 65536;
  RunningServer server("joust-evhttp", {"--max-body", std::to_string(limit)});
  const std::string body(limit * 4, 'b');
  for (int i = 0; i < 20; ++i) {
    const bool expect = i % 2 == 0;
    WireConnection connection(server.port());
    connection.send(
        "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(body.size()) +
        (expect ? "\r\nExpect: 100-continue\r\n\r\n" : "\r\n\r\n"));
    if (!expect) connection.send(body);
    const auto answers = answers_on(connection, 1);
    REQUIRE(answers.size() == 1);
    CHECK(answers[0].status == 413);
    CHECK(closes(connection));
  }
  WireConnection fits(server.port());
  fits.send("PUT /echo HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(limit) +
            "\r\n\r\n");
  fits.send(body.substr(0, limit));
  const auto answers = answers_on(fits, 1);
  REQUIRE(answers.size() == 1);
  CHECK(answers[0].body.size() == limit);
}

TEST_CASE("what is in flight is finished before the server ends") {
  const SiteFixture site;
  for (const auto* program : both) {
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
  for (const auto* program : both) {
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
  for (const auto* program : both) {
    RunningServer server(program, {"--root", site.root().string(), "--burn-ns", "2000000"});
    const auto cpu_ns = [&] {
      std::ifstream in("/proc/" + std::to_string(server.pid()) + "/schedstat");
      std::uint64_t ns = 0;
      in >> ns;
      return ns;
    };
    const auto before = cpu_ns();
    WireConnection connection(server.port());
    for (std::size_t i = 1; i <= 20; ++i) {
      connection.send(request("/hello.txt"));
      REQUIRE(answers_on(connection, i).size() == i);
    }
    INFO(program);
    if (before > 0) CHECK(cpu_ns() - before >= 40'000'000);
  }
}

TEST_CASE("several threads share one port") {
  const SiteFixture site;
  for (const auto* program : both) {
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

TEST_CASE("memory does not grow with the number of requests") {
#if defined(__SANITIZE_ADDRESS__)
  WARN("not looked at: the sanitizer keeps what is freed");
#else
  const SiteFixture site;
  for (const auto* program : both) {
    RunningServer server(program, {"--root", site.root().string()});
    std::string batch;
    for (int i = 0; i < 100; ++i)
      batch += request(i % 10 == 9 ? "/missing" : "/hello.txt?" + std::to_string(i));
    const auto ask = [&](int batches) {
      for (int i = 0; i < batches; ++i) {
        WireConnection connection(server.port());
        connection.send(batch);
        REQUIRE(answers_on(connection, 100).size() == 100);
      }
    };
    ask(20);
    const auto before = server.resident_bytes();
    ask(100);
    INFO(program);
    CHECK(server.resident_bytes() <= before + (1U << 20));
  }
#endif
}

TEST_CASE("bad input ends a server with one line and the documented code") {
  const SiteFixture site;
  for (const auto* program : both) {
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
        {"--delay", "5"},
        {"--prot", "80"}};
    for (const auto& mistake : mistakes) {
      INFO(mistake[0] << " " << mistake[1]);
      const auto finished = run(program, mistake);
      CHECK(finished.exit_code == 2);
      CHECK(finished.out == "");
      CHECK(is_one_line(finished.err));
      CHECK(finished.err.find(program) == 0);
    }
    CHECK(run(program, {"--help"}).exit_code == 0);
    CHECK(run(program, {"--version"}).out.find(program) == 0);
  }
}
