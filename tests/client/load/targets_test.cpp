// Several request targets in turn.
#include <algorithm>
#include <map>
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

std::map<std::string, int> asked_for(const ScriptedPeer& peer) {
  std::map<std::string, int> counts;
  for (const std::string& line : peer.request_lines()) ++counts[line];
  return counts;
}

TEST_CASE("targets are asked for in turn") {
  for (const std::uint32_t depth : {1U, 4U}) {
    ScriptedPeer peer(answering(answer_with("hello")));
    LoadPlan plan = counted(peer, 9, 1);
    plan.targets = {"/a", "/b", "/c"};
    plan.pipeline = depth;
    const LoadResult result = test::load(plan);
    check_identities(result);
    CHECK(result.requests.ok == 9);
    const auto lines = peer.request_lines();
    REQUIRE(lines.size() == 9);
    CHECK(lines[0] == "GET /a HTTP/1.1");
    CHECK(lines[4] == "GET /b HTTP/1.1");
    CHECK(lines[8] == "GET /c HTTP/1.1");
  }
}

TEST_CASE("threads begin at different targets, and all are asked for equally often") {
  ScriptedPeer peer(answering(answer_with("hello")));
  LoadPlan plan = counted(peer, 40, 4);
  plan.targets = {"/a", "/b", "/c", "/d"};
  plan.threads = 4;
  CHECK(test::load(plan).requests.ok == 40);
  // Ten requests a thread from a place of its own: 3 + 3 + 2 + 2 of each.
  const auto counts = asked_for(peer);
  CHECK(counts.size() == 4);
  for (const auto& [line, count] : counts) CHECK(count == 10);
}

TEST_CASE("every target's answers are compared with its own first one") {
  Script script;
  script.parts.push_back({answer_with("first")});
  script.parts.push_back({answer_with("second one"), 0ms, 1, true});
  ScriptedPeer peer(script);
  LoadPlan plan = counted(peer, 12, 1);
  plan.targets = {"/first", "/second"};
  const LoadResult result = test::load(plan);
  check_identities(result);
  CHECK(result.requests.ok == 12);

  plan.targets = {"/first", "/second", "/third"};  // each now gets both answers
  CHECK(failed(test::load(plan), FailureClass::length) > 0);
}

}  // namespace
}  // namespace joust
