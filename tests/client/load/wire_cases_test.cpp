#include "tests/client/wire_cases.hpp"

#include <chrono>

#include "tests/client/load/loads.hpp"
#include "tests/client/wire_play.hpp"
#include "tests/support/catch.hpp"

namespace joust {
namespace {

using namespace std::chrono_literals;
using test::ScriptedPeer;
using test::WireCase;
using test::WirePlay;

LoadPlan plan_for(const WireCase& wire, const ScriptedPeer& peer) {
  LoadPlan plan;
  plan.connections = 1;
  plan.requests = wire.requests;
  plan.pipeline = wire.pipeline;
  if (wire.pace_ms) plan.rate_rps = 1000.0 / static_cast<double>(*wire.pace_ms);
  plan.url = peer.url();
  plan.method = wire.method;
  plan.body = std::string(wire.request_body_bytes, 'u');
  plan.timeout = std::chrono::milliseconds(wire.timeout_ms);
  return plan;
}

WirePlay play(const WireCase& wire) {
  ScriptedPeer peer(wire.script);
  WirePlay played;
  played.result = test::load(plan_for(wire, peer));
  played.requests_at_server = peer.requests();
  played.connections_at_server = peer.connections();
  played.cpu = std::chrono::duration_cast<std::chrono::milliseconds>(
      Nanoseconds{played.result.usage.window_cpu_ns.value_or(0)});
  return played;
}

/// What holds whatever the peer sends.
void check_identities(const WireCase& wire, const LoadResult& result) {
  CHECK(result.requests.started == wire.requests);
  CHECK(result.requests.started ==
        result.requests.ok + result.requests.failed + result.requests.in_flight);
  CHECK(result.bytes.received == result.bytes.framing + result.bytes.body + result.bytes.partial);
  CHECK(result.validity != Validity::invalid);
}

void check_case(const WireCase& wire) {
  INFO(wire.id << ": " << wire.what);
  const WirePlay played = play(wire);
  check_identities(wire, played.result);
  CHECK(test::why_not_accepted(played, wire) == "");
}

TEST_CASE("the client sees every wire case as the standard does") {
  int played = 0;
  for (const WireCase& wire : test::wire_cases()) {
    if (wire.heavy) continue;
    check_case(wire);
    ++played;
  }
  CHECK(played >= 29);
}

TEST_CASE("the client sees heavy wire cases as the standard does", "[.heavy]") {
  for (const WireCase& wire : test::wire_cases())
    if (wire.heavy) check_case(wire);
}

}  // namespace
}  // namespace joust
