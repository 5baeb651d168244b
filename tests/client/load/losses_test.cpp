#include <cerrno>
#include <string>

#include "client/load/load_generator.hpp"
#include "tests/client/load/loads.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/closed_port.hpp"

namespace joust {
namespace {

using namespace std::chrono_literals;
using test::answer_with;
using test::answering;
using test::check_identities;
using test::counted;
using test::failed;
using test::Script;
using test::ScriptedPeer;
using test::ScriptEnd;

TEST_CASE("a server that never answers costs a timeout a request and an ending run") {
  ScriptedPeer peer(answering(""));
  LoadPlan plan;
  plan.url = peer.url();
  plan.connections = 16;
  plan.duration = 250ms;
  plan.timeout = 100ms;
  plan.drain = 200ms;
  const LoadResult result = test::load(plan);
  check_identities(result);
  CHECK(result.requests.ok == 0);
  CHECK(failed(result, FailureClass::timeout) == result.requests.failed);
  CHECK(result.requests.failed >= 32);
  CHECK(*result.rate_rps == 0);
  CHECK(result.connections.reopened > 0);
}

TEST_CASE("where nothing listens every request fails to connect and the client does not spin") {
  const test::ClosedPort port;
  LoadPlan plan;
  plan.url = "http://127.0.0.1:" + std::to_string(port.number()) + "/";
  plan.connections = 4;
  plan.duration = 300ms;
  LoadResult result = test::load(plan);
  check_identities(result);
  CHECK(result.requests.ok == 0);
  CHECK(failed(result, FailureClass::connect) == result.requests.failed);
  CHECK(result.requests.failed_by_errno.at(ECONNREFUSED) == result.requests.failed);
  // 1 + 2 + 4 + ... ms apart: about nine attempts a connection in 300 ms
  CHECK(result.requests.failed < 4 * 20);
  CHECK_FALSE(result.latency.service);

  plan.duration.reset();
  plan.requests = 1'000'000;
  plan.connect_timeout = 200ms;
  result = test::load(plan);
  check_identities(result);
  CHECK(result.requests.started < 1000);
  CHECK(result.validity == Validity::degraded);
}

TEST_CASE("the next address is tried where the first one refuses") {
  ScriptedPeer peer(answering(answer_with("hello")));  // on 127.0.0.1 only; ::1 may come first
  LoadPlan plan = counted(peer, 3, 1);
  plan.url = "http://localhost:" + std::to_string(peer.port()) + "/";
  const LoadResult result = test::load(plan);
  CHECK(result.requests.ok == 3);
  CHECK(result.requests.failed == 0);
  CHECK(result.target.address == "127.0.0.1:" + std::to_string(peer.port()));
}

TEST_CASE("a request lost with a reused connection is sent once more") {
  // The answer, then, on the next request, the end without a byte.
  Script script;
  script.parts.push_back({answer_with("hello")});
  script.parts.push_back({"", 0ms, 1, true});
  script.end = ScriptEnd::close;
  ScriptedPeer peer(script);
  const LoadResult result = test::load(counted(peer, 5, 1));
  check_identities(result);
  CHECK(result.requests.started == 5);
  CHECK(result.requests.ok == 5);
  CHECK(result.requests.retried == 4);
  CHECK(peer.requests() == 9);
  CHECK(result.connections.opened == 5);
}

TEST_CASE("a reset answer is a read failure with its errno") {
  ScriptedPeer peer(
      answering("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour", ScriptEnd::reset));
  const LoadResult result = test::load(counted(peer, 3, 1));
  check_identities(result);
  CHECK(failed(result, FailureClass::read) == 3);
  CHECK(result.requests.failed_by_errno.at(ECONNRESET) == 3);
}

TEST_CASE("a large upload to a peer that resets fails and ends") {
  Script script = answering("", ScriptEnd::reset);
  script.start_at_head = true;
  ScriptedPeer peer(script);
  LoadPlan plan = counted(peer, 50, 10);
  plan.method = "POST";
  plan.body = std::string(4 << 20, 'u');
  const LoadResult result = test::load(plan);
  check_identities(result);
  CHECK(result.requests.failed == 50);
  CHECK(failed(result, FailureClass::write) + failed(result, FailureClass::read) +
            failed(result, FailureClass::truncated) ==
        50);
}

}  // namespace
}  // namespace joust
