// Clients that keep a server waiting: how long it has patience, and what it tells them.
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "tests/conformance/programs.hpp"
#include "tests/conformance/site_fixture.hpp"
#include "tests/conformance/wire.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/running_server.hpp"

using namespace joust::test;
using Clock = std::chrono::steady_clock;

namespace {

// Takes a large answer, a little all the time, for longer than the server's timeout.
std::size_t taken_slowly(const char* program) {
  RunningServer server(program, {"--idle-timeout", "3s"});
  WireConnection slow(server.port());
  slow.send(request("/bytes/33554432"));
  const auto start = Clock::now();
  while (Clock::now() - start < Milliseconds(4500)) {
    slow.read_some(Milliseconds(100));
    std::this_thread::sleep_for(Milliseconds(5));
  }
  const auto answers = answers_on(slow, 1);
  return answers.empty() ? 0 : answers[0].body.size();
}

}  // namespace

TEST_CASE("a head that does not come to its end is given up, a silent connection later") {
  const SiteFixture site;
  for (const auto* program : servers_with_header_timeout) {
    INFO(program);
    RunningServer server(program, {"--root", site.root().string(), "--header-timeout", "200ms",
                                   "--idle-timeout", "30s"});
    WireConnection idle(server.port());
    idle.send(request("/hello.txt"));
    REQUIRE(answers_on(idle, 1).size() == 1);
    WireConnection slow(server.port());
    const auto start = Clock::now();
    slow.send("GET /hello.txt HTTP/1.1\r\nHost: lo");
    // A byte now and then does not help.
    while (!slow.closed() && Clock::now() - start < std::chrono::seconds(5)) {
      if (slow.received().empty()) slow.send("c");
      slow.read_some(Milliseconds(20));
    }
    CHECK(slow.closed());
    CHECK((Clock::now() - start >= Milliseconds(200)));
    const auto answers = answers_on(slow, 1);
    REQUIRE(answers.size() == 1);
    CHECK(answers[0].status == 408);
    idle.send(request("/hello.txt"));
    CHECK(answers_on(idle, 2).size() == 2);
  }
}

TEST_CASE("a client that does not take its answer is given up") {
  const SiteFixture site;
  std::string all;
  for (int i = 0; i < 40; ++i) all += request(i % 2 == 0 ? "/mib.bin" : "/bytes/1048576");
  for (const auto* program : reference_servers) {
    INFO(program);
    RunningServer server(program, {"--root", site.root().string(), "--idle-timeout", "300ms"});
    WireConnection stuck(server.port());
    stuck.send(request("/mib.bin"));
    REQUIRE(answers_on(stuck, 1).size() == 1);
    const auto with_it = server.open_descriptors();
    REQUIRE(stuck.send(all));
    CHECK(eventually([&] { return server.open_descriptors() < with_it; }, Milliseconds(8000)));
  }
}

TEST_CASE("a client that takes its answer slowly is not given up") {
  std::vector<std::future<std::size_t>> taken;
  for (const auto* program : reference_servers) {
    taken.push_back(std::async(std::launch::async, taken_slowly, program));
  }
  for (std::size_t i = 0; i < taken.size(); ++i) {
    INFO(reference_servers[i]);
    CHECK(taken[i].get() == 33554432);
  }
}

TEST_CASE("a client that stalls in the middle of its echo is given up") {
  for (const auto* program : streaming_servers) {
    INFO(program);
    RunningServer server(program, {"--idle-timeout", "300ms"});
    WireConnection stalled(server.port());
    stalled.send(upload(1 << 20) + std::string(1 << 19, 's'));
    CHECK(closes(stalled));
    CHECK(stalled.received().find("HTTP/1.1 200 OK\r\n") == 0);
    CHECK(stalled.received().find("408") == std::string::npos);
    const auto with_it = server.open_descriptors();
    WireConnection deaf(server.port());
    deaf.send(upload(8 << 20));
    deaf.send_until_stuck(std::string(7 << 20, 'd'), Milliseconds(50));
    CHECK(eventually([&] { return server.open_descriptors() <= with_it; }, Milliseconds(8000)));
  }
}

TEST_CASE("who begins a request and does not end it in time is told so") {
  const auto told = [](const char* program, const std::string& begun) {
    INFO(program << ", " << begun);
    RunningServer server(program, {"--header-timeout", "200ms", "--idle-timeout", "400ms"});
    WireConnection slow(server.port());
    slow.send(begun);
    CHECK(closes(slow));
    CHECK_FALSE(slow.was_reset());
    const auto read = read_responses(slow.received(), {}, true).final_ones();
    REQUIRE_FALSE(read.empty());
    CHECK(read.back().status == 408);
    CHECK(read.back().field("connection") == "close");
    CHECK(read.back().field("date"));
  };
  for (const auto* program : servers_with_header_timeout) {
    told(program, "G");
    told(program, "GET /hello HTTP/1.1\r\nHo");
    told(program, request("/hello") + "GET /he");
    told(program, upload(10) + "12345");
    told(program, upload(10, "Expect: 100-continue\r\n"));
    told(program, "POST /hello HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n12345");
    told(program, chunked_upload + "5\r\n123");
    told(program, chunked_upload + "5;half=a-chunk's-line");
    told(program, chunked_upload + "0\r\nhalf: the trailers\r\n");
  }
}

TEST_CASE("who has begun no request is not answered") {
  for (const auto* program : reference_servers) {
    INFO(program);
    RunningServer server(program, {"--header-timeout", "100ms", "--idle-timeout", "200ms"});
    WireConnection fresh(server.port());
    WireConnection kept(server.port());
    kept.send(request("/hello"));
    REQUIRE(answers_on(kept, 1).size() == 1);
    const auto answered = kept.received().size();
    CHECK(closes(kept));
    CHECK(kept.received().size() == answered);
    CHECK(closes(fresh));
    CHECK(fresh.received() == "");
  }
}
