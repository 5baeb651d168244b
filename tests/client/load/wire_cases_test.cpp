#include "tests/client/wire_cases.hpp"

#include <chrono>
#include <fmt/format.h>

#include "client/load/load_generator.hpp"
#include "tests/support/catch.hpp"

namespace joust {
namespace {

using namespace std::chrono_literals;
using test::ScriptedPeer;
using test::WireCase;
using test::WireOutcome;

LoadPlan plan_for(const WireCase& wire, const ScriptedPeer& peer) {
  LoadPlan plan;
  plan.connections = 1;
  plan.requests = wire.requests;
  plan.pipeline = wire.pipeline;
  plan.url = peer.url();
  plan.method = wire.method;
  plan.body = std::string(wire.request_body_bytes, 'u');
  plan.timeout = std::chrono::milliseconds(wire.timeout_ms);
  return plan;
}

struct Played {
  LoadResult result;
  std::uint64_t requests_at_server = 0;
  std::uint64_t connections_at_server = 0;
  std::chrono::milliseconds cpu{0};
};

Played play(const WireCase& wire) {
  ScriptedPeer peer(wire.script);
  Played played;
  played.result = client::run_load(plan_for(wire, peer));
  played.requests_at_server = peer.requests();
  played.connections_at_server = peer.connections();
  played.cpu = std::chrono::duration_cast<std::chrono::milliseconds>(
      Nanoseconds{played.result.usage.window_cpu_ns.value_or(0)});
  return played;
}

std::map<std::string, std::uint64_t> failures_of(const LoadResult& result) {
  std::map<std::string, std::uint64_t> failures;
  for (std::size_t i = 0; i < failure_class_count; ++i)
    if (result.requests.failed_by_class[i] > 0)
      failures[std::string(name_of(static_cast<FailureClass>(i)))] =
          result.requests.failed_by_class[i];
  return failures;
}

/// Every difference from one accepted outcome, in words; empty: this is what happened.
std::string differences(const Played& played, const WireOutcome& wanted) {
  const LoadResult& result = played.result;
  std::string text;
  const auto expect = [&](bool right, const std::string& what) {
    if (!right) text += (text.empty() ? "" : "; ") + what;
  };
  expect(result.requests.ok == wanted.ok, fmt::format("{} ok", result.requests.ok));
  std::string failures;
  for (const auto& [name, count] : failures_of(result))
    failures += fmt::format("{} {} ", name, count);
  expect(failures_of(result) == wanted.failures, "failures: " + failures);
  expect(result.status == wanted.status, "status counts");
  expect(result.bytes.body == wanted.body_bytes, fmt::format("{} body", result.bytes.body));
  const auto connections = played.connections_at_server;
  expect(connections >= wanted.least_connections.value_or(0) &&
             connections <= wanted.most_connections.value_or(~std::uint64_t{0}),
         fmt::format("{} connections", connections));
  expect(result.connections.opened == connections, "opened connections");
  if (wanted.requests_at_server)
    expect(played.requests_at_server == *wanted.requests_at_server, "requests at the server");
  if (wanted.longest_run_ms)
    expect(result.elapsed_ns <= *wanted.longest_run_ms * 1'000'000,
           fmt::format("took {}", format_duration(Nanoseconds{result.elapsed_ns})));
  if (wanted.most_cpu_ms) expect(played.cpu.count() <= *wanted.most_cpu_ms, "too much CPU");
  return text;
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
  const Played played = play(wire);
  check_identities(wire, played.result);
  std::string all;
  for (const WireOutcome& outcome : wire.accepted) {
    const std::string text = differences(played, outcome);
    if (text.empty()) return;
    all += "\n  " + text;
  }
  FAIL_CHECK("no accepted outcome, but:" << all);
}

TEST_CASE("the client sees every wire case as the standard does") {
  int played = 0;
  for (const WireCase& wire : test::wire_cases()) {
    if (wire.heavy || !wire.open.empty()) continue;
    check_case(wire);
    ++played;
  }
  CHECK(played >= 27);
}

TEST_CASE("the client sees heavy wire cases as the standard does", "[.heavy]") {
  for (const WireCase& wire : test::wire_cases())
    if (wire.heavy && wire.open.empty()) check_case(wire);
}

}  // namespace
}  // namespace joust
