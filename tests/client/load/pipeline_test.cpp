// Several requests on their way at once on a connection.
#include <algorithm>
#include <string>

#include "client/load/load_generator.hpp"
#include "tests/client/load/loads.hpp"
#include "tests/support/catch.hpp"

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
using test::ScriptPart;

LoadPlan pipelined(const ScriptedPeer& peer, std::uint64_t requests, std::uint32_t connections,
                   std::uint32_t depth) {
  LoadPlan plan = counted(peer, requests, connections);
  plan.pipeline = depth;
  return plan;
}

const ScriptPart wait_for_one{"", 0ms, 1, true, false};

TEST_CASE("exactly as many pipelined requests are sent as were asked for") {
  struct Numbers {
    std::uint64_t requests;
    std::uint32_t connections;
    std::uint32_t threads;
    std::uint32_t depth;
  };
  for (const auto& [requests, connections, threads, depth] :
       {Numbers{3, 1, 1, 2}, Numbers{10, 3, 1, 4}, Numbers{2, 8, 1, 4}, Numbers{7, 7, 2, 3},
        Numbers{1, 1, 1, 16}, Numbers{1001, 10, 3, 16}, Numbers{64, 2, 2, 1024}}) {
    INFO(requests << " requests, " << connections << " connections, " << threads << " threads, "
                  << depth << " deep");
    ScriptedPeer peer(answering(answer_with("hello")));
    LoadPlan plan = pipelined(peer, requests, connections, depth);
    plan.threads = threads;
    const LoadResult result = test::load(plan);
    check_identities(result);
    CHECK(peer.requests() == requests);
    CHECK(result.requests.ok == requests);
    CHECK(result.window.ok == requests);
    CHECK(result.bytes.body == 5 * requests);
    CHECK(result.latency.service->count() == requests);
    CHECK(result.requests.retried == 0);
    CHECK(result.target.pipeline == depth);
  }
}

TEST_CASE("as many requests as the pipeline is deep are on their way before the first answer") {
  Script script;
  script.parts = {wait_for_one, wait_for_one, wait_for_one};
  std::string four;
  for (int i = 0; i < 4; ++i) four += answer_with("hello");
  script.parts.push_back({four});
  ScriptedPeer peer(script);
  const LoadResult result = test::load(pipelined(peer, 12, 1, 4));
  check_identities(result);
  CHECK(result.requests.ok == 12);
  CHECK(peer.connections() == 1);
}

TEST_CASE("answers to pipelined requests may be cut anywhere") {
  const std::string two = answer_with("hello") + answer_with("hello");
  for (std::size_t cut = 1; cut < two.size(); ++cut) {
    INFO("cut at " << cut);
    Script script;
    script.parts = {wait_for_one, {two.substr(0, cut)}, {two.substr(cut), 1ms}};
    ScriptedPeer peer(script);
    const LoadResult result = test::load(pipelined(peer, 4, 1, 2));
    check_identities(result);
    CHECK(result.requests.ok == 4);
    CHECK(result.requests.failed == 0);
  }
}

TEST_CASE("requests behind an answer that ends the connection are sent again on another one") {
  const std::string last = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello";
  Script script;
  script.parts = {{answer_with("hello")}, {last, 0ms, 1, true, false}};
  script.end = ScriptEnd::half;  // what came behind is read, so that no reset follows
  ScriptedPeer peer(script);
  const LoadResult result = test::load(pipelined(peer, 20, 1, 4));
  check_identities(result);
  CHECK(result.requests.started == 20);
  CHECK(result.requests.ok == 20);
  CHECK(result.requests.retried > 0);
  CHECK(result.connections.opened == 10);
}

TEST_CASE("requests behind an end without notice are sent again, not several at once") {
  Script script;
  script.parts = {{answer_with("hello")}, {answer_with("hello"), 0ms, 1, true, false}};
  script.end = ScriptEnd::half;
  ScriptedPeer peer(script);
  const LoadResult result = test::load(pipelined(peer, 20, 1, 4));
  check_identities(result);
  CHECK(result.requests.ok == 20);
  CHECK(result.requests.failed == 0);
  CHECK(result.requests.retried > 0);
  CHECK(result.connections.opened == 10);
}

TEST_CASE("all pipelined requests fail with a connection that never answers") {
  ScriptedPeer peer(answering("", ScriptEnd::half));
  const LoadResult ended = test::load(pipelined(peer, 9, 1, 3));
  check_identities(ended);
  CHECK(failed(ended, FailureClass::truncated) == 9);

  ScriptedPeer silent(answering(""));
  LoadPlan plan = pipelined(silent, 6, 1, 3);
  plan.timeout = 50ms;
  const LoadResult timed_out = test::load(plan);
  check_identities(timed_out);
  CHECK(failed(timed_out, FailureClass::timeout) == 6);
  CHECK(timed_out.connections.opened == 2);
}

TEST_CASE("pipelined requests on their way at the end are counted one by one") {
  ScriptedPeer peer(answering(""));
  LoadPlan plan;
  plan.url = peer.url();
  plan.connections = 2;
  plan.pipeline = 5;
  plan.duration = 50ms;
  plan.drain = 0ms;
  const LoadResult result = test::load(plan);
  check_identities(result);
  CHECK(result.requests.started == 10);
  CHECK(result.requests.in_flight == 10);
  CHECK(result.window.carried_out == 10);
  // A connection is at work or not, however many requests are on it.
  CHECK(*result.connections.achieved_mean == Approx(2).epsilon(0.1));
}

TEST_CASE("a wrong one among pipelined answers is a failure, the others are not") {
  Script script;
  script.parts = {{answer_with("hello")},
                  wait_for_one,
                  {answer_with("hellO") + answer_with("hello"), 0ms, 1, true, false}};
  ScriptedPeer peer(script);
  const LoadResult result = test::load(pipelined(peer, 9, 1, 3));
  check_identities(result);
  CHECK(result.requests.ok == 6);
  CHECK(failed(result, FailureClass::content) == 3);
}

TEST_CASE("bytes behind the last pipelined answer make the connection unusable") {
  Script script;
  script.parts = {wait_for_one, {answer_with("hello") + answer_with("hello") + "JUNK"}};
  ScriptedPeer peer(script);
  const LoadResult result = test::load(pipelined(peer, 6, 1, 2));
  check_identities(result);
  CHECK(result.requests.ok == 6);
  CHECK(result.bytes.partial == 3 * 4);
  CHECK(peer.connections() == 3);
}

TEST_CASE("a pipeline and large bodies go out whole through short sends") {
  ScriptedPeer peer(answering(answer_with("thanks")));
  LoadPlan plan = pipelined(peer, 12, 2, 3);
  plan.method = "POST";
  plan.body = std::string(4 << 20, 'u');
  const LoadResult result = test::load(plan);
  check_identities(result);
  CHECK(result.requests.ok == 12);
  CHECK(peer.requests() == 12);
}

}  // namespace
}  // namespace joust
