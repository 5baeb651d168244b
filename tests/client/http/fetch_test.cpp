#include "client/http/fetch.hpp"

#include "base/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scripted_peer.hpp"

namespace joust::client {
namespace {

using namespace std::chrono_literals;
using test::Script;
using test::ScriptedPeer;
using test::ScriptEnd;

FetchOutcome fetch_from(const Script& script, std::string method = "GET") {
  ScriptedPeer peer(script);
  FetchRequest request;
  request.url = peer.url();
  request.method = std::move(method);
  request.timeout = 300ms;
  return fetch(request);
}

Script script_of(std::string bytes, ScriptEnd end = ScriptEnd::keep) {
  Script script;
  script.parts.push_back({std::move(bytes)});
  script.end = end;
  return script;
}

TEST_CASE("an answer is fetched with its raw head, its fields and its body") {
  const auto outcome = fetch_from(script_of(
      "HTTP/1.1 200 OK\r\nX-A: 1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n"));
  REQUIRE(outcome.answer);
  CHECK(outcome.answer->status == 200);
  CHECK(outcome.answer->body == "hi");
  CHECK(outcome.answer->head == "HTTP/1.1 200 OK\r\nX-A: 1\r\nTransfer-Encoding: chunked\r\n\r\n");
  REQUIRE(outcome.answer->headers.size() == 2);
  CHECK(outcome.answer->headers.front() == Header{"X-A", "1"});
}

TEST_CASE("interim answers are not the answer") {
  Script script;
  for (const char* part :
       {"HTTP/1.1 100 Continue\r\n", "\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 ",
        "200 OK\r\nContent-Length: 2\r\n\r", "\nhi"})
    script.parts.push_back({part, 5ms});
  const auto outcome = fetch_from(script);
  REQUIRE(outcome.answer);
  CHECK(outcome.answer->status == 200);
  CHECK(outcome.answer->head == "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n");
  CHECK(outcome.answer->body == "hi");
}

TEST_CASE("a body may end with the connection") {
  const auto outcome =
      fetch_from(script_of("HTTP/1.1 200 OK\r\n\r\nuntil the end", ScriptEnd::close));
  REQUIRE(outcome.answer);
  CHECK(outcome.answer->body == "until the end");
}

TEST_CASE("the answer to HEAD is its head") {
  const auto outcome =
      fetch_from(script_of("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"), "HEAD");
  REQUIRE(outcome.answer);
  CHECK(outcome.answer->body.empty());
}

TEST_CASE("what the peer does wrong is a problem in words") {
  const auto problem = [](const std::string& bytes, ScriptEnd end) {
    const auto outcome = fetch_from(script_of(bytes, end));
    CHECK_FALSE(outcome.answer);
    CHECK_FALSE(outcome.refused);
    return outcome.problem;
  };
  CHECK(problem("", ScriptEnd::close) == "the connection was closed without an answer");
  CHECK(problem("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour", ScriptEnd::close) ==
        "the connection was closed after 4 bytes of the body");
  CHECK(problem("prose\r\n", ScriptEnd::keep) == "not a valid HTTP answer: no HTTP/1 status line");
  CHECK(problem("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour", ScriptEnd::keep) ==
        "no answer within 300 ms");
}

TEST_CASE("a port where nothing listens is told apart") {
  std::uint16_t port = 0;
  {
    const ScriptedPeer peer(Script{});
    port = peer.port();
  }
  FetchRequest request;
  request.url = "http://127.0.0.1:" + std::to_string(port) + "/";
  const auto outcome = fetch(request);
  CHECK(outcome.refused);
  CHECK(outcome.problem.find("127.0.0.1:" + std::to_string(port) + ": Connection refused") !=
        std::string::npos);
}

TEST_CASE("a longer body than asked for is refused") {
  ScriptedPeer peer(script_of("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nnine byte"));
  FetchRequest request;
  request.url = peer.url();
  request.max_body = 8;
  CHECK(fetch(request).problem == "the body is longer than 8 bytes");
}

TEST_CASE("an unreadable URL is the caller's error") {
  FetchRequest request;
  request.url = "localhost";
  CHECK_THROWS_AS(fetch(request), Error);
}

}  // namespace
}  // namespace joust::client
