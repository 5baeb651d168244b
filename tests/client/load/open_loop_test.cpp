// Requests that are due by a schedule, whatever the answers do.
#include <atomic>
#include <string>

#include "client/load/load_generator.hpp"
#include "client/load/objective.hpp"
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

LoadPlan paced(const ScriptedPeer& peer, double rate_rps, std::uint32_t connections) {
  LoadPlan plan;
  plan.url = peer.url();
  plan.connections = connections;
  plan.rate_rps = rate_rps;
  return plan;
}

TEST_CASE("as many requests are sent as are due") {
  for (const std::uint32_t threads : {1U, 3U}) {
    ScriptedPeer peer(answering(answer_with("hello")));
    LoadPlan plan = paced(peer, 500, 6);
    plan.threads = threads;
    plan.duration = 200ms;
    plan.warmup = 100ms;
    const LoadResult result = test::load(plan);
    check_identities(result);
    // 500 a second from the start of the load to the end of the window, which opens no earlier
    // than the warm-up has passed.
    CHECK(result.requests.started + result.requests.unstarted >= 100);
    REQUIRE(result.schedule);
    CHECK(result.schedule->achieved_ratio <= 1);
    CHECK(result.schedule->achieved_ratio > 0);
    CHECK(result.schedule->lag.count() > 0);
    CHECK(result.schedule->lag.count() <= 101);
    CHECK(result.connections.opened == 6);
    REQUIRE(result.latency.response);
    CHECK(result.latency.response->count() == result.window.ok);
    CHECK(*result.latency.response->mean() >= *result.latency.service->mean());
  }
}

TEST_CASE("a count of requests at a rate takes its time") {
  ScriptedPeer peer(answering(answer_with("hello")));
  LoadPlan plan = paced(peer, 100, 1);
  plan.requests = 11;
  const LoadResult result = test::load(plan);
  check_identities(result);
  CHECK(peer.requests() == 11);
  CHECK(result.requests.unstarted == 0);
  CHECK(result.elapsed_ns >= 100'000'000);  // the eleventh is due ten gaps after the first
}

TEST_CASE("Poisson arrivals keep the rate") {
  ScriptedPeer peer(answering(answer_with("hello")));
  LoadPlan plan = paced(peer, 2000, 8);
  plan.arrivals = Arrivals::poisson;
  plan.duration = 500ms;
  const LoadResult result = test::load(plan);
  check_identities(result);
  // 1000 expected, a standard deviation of 32: five of them.
  CHECK(static_cast<double>(result.requests.started + result.requests.unstarted) ==
        Approx(1000).margin(200));
}

TEST_CASE("what waits for a free connection is response time, not lag") {
  Script script;
  script.parts.push_back({answer_with("hello"), 20ms});
  ScriptedPeer peer(script);
  LoadPlan plan = paced(peer, 100, 1);  // due every 10 ms, answered every 20 ms
  plan.duration = 800ms;
  const LoadResult result = test::load(plan);
  check_identities(result);
  REQUIRE(result.schedule);
  REQUIRE(result.latency.response);
  // The server serves half of what is due: the wait grows with every request.
  CHECK(*result.latency.response->max() > 100'000'000);
  CHECK(*result.latency.response->max() > 2 * *result.latency.service->min());
  CHECK(*result.schedule->lag.quantile(0.5) < 10'000'000);
  CHECK(result.requests.unstarted >= 10);
  CHECK(result.schedule->achieved_ratio < 0.7);
  CHECK(result.validity != Validity::valid);
}

TEST_CASE("an idle connection that is reset is opened anew, and nothing fails") {
  Script script;
  script.parts = {{answer_with("hello")}, {"", 5ms}};
  script.end = ScriptEnd::reset;
  ScriptedPeer peer(script);
  LoadPlan plan = paced(peer, 20, 1);
  plan.requests = 4;
  const LoadResult result = test::load(plan);
  check_identities(result);
  CHECK(result.requests.ok == 4);
  CHECK(result.requests.failed == 0);
  CHECK(peer.connections() == 4);
}

TEST_CASE("where nothing listens the requests of an open loop fail one by one") {
  std::string url;
  {
    const ScriptedPeer gone(Script{});
    url = gone.url();
  }
  LoadPlan plan;
  plan.url = url;
  plan.connections = 4;
  plan.rate_rps = 200;
  plan.duration = 200ms;
  const LoadResult result = test::load(plan);
  check_identities(result);
  CHECK(result.requests.ok == 0);
  CHECK(failed(result, FailureClass::connect) > 0);
  CHECK(failed(result, FailureClass::connect) == result.requests.failed);
}

TEST_CASE("a stopped open loop reports what it has") {
  ScriptedPeer peer(answering(answer_with("hello")));
  LoadPlan plan = paced(peer, 300, 2);
  plan.duration = 1h;
  std::atomic<int> asked{0};
  client::LoadHooks hooks;
  hooks.stop_requested = [&] { return ++asked > 1; };
  const LoadResult result = test::load(plan, hooks);
  check_identities(result);
  CHECK(result.requests.ok > 0);
  CHECK(result.elapsed_ns < 20'000'000'000);
}

// --- promises

TEST_CASE("late answers are counted by the clock that the loop has") {
  Script script;
  script.parts.push_back({answer_with("hello")});
  script.parts.push_back({answer_with("hello"), 30ms, 1, true, false});
  ScriptedPeer peer(script);
  LoadPlan plan = counted(peer, 10, 1);
  plan.late_after = 15ms;
  const LoadResult closed = test::load(plan);
  REQUIRE(closed.late);
  CHECK(closed.late->limit_ns == 15'000'000);
  CHECK(closed.late->count >= 5);
  CHECK(closed.late->count < 10);

  plan.rate_rps = 1000;  // the wait for the one connection counts
  const LoadResult open = test::load(plan);
  CHECK(open.late->count > closed.late->count);
}

TEST_CASE("connections conform when their rate over their life is high enough") {
  ScriptedPeer fast(answering(answer_with(std::string(50'000, 'f'))));
  LoadPlan plan = counted(fast, 200, 2);
  plan.min_bitrate_bps = 320'000;
  const LoadResult all = test::load(plan);
  REQUIRE(all.conforming);
  CHECK(all.conforming->connections == 2);

  Script slow;
  slow.parts.push_back({answer_with("hello"), 20ms});
  ScriptedPeer crawling(slow);
  plan = counted(crawling, 6, 2);
  plan.min_bitrate_bps = 320'000;
  CHECK(test::load(plan).conforming->connections == 0);
}

TEST_CASE("objectives are kept, broken, or not shown") {
  LoadResult result;
  result.requests.ok = 99;
  result.requests.failed = 1;
  CHECK(client::broken_objectives(result).size() == 1);
  result.plan.max_failed = 0.01;
  CHECK(client::broken_objectives(result).empty());
  result.plan.max_failed = 0.005;
  CHECK(client::broken_objectives(result).size() == 1);
  result.plan.max_failed.reset();
  result.plan.allow_failures = true;
  CHECK(client::broken_objectives(result).empty());

  result.plan.slo_p99 = 2ms;
  auto& service = result.latency.service.emplace();
  for (int i = 0; i < 9'999; ++i) service.record(1'000'000);
  REQUIRE(client::broken_objectives(result).size() == 1);
  CHECK(client::broken_objectives(result)[0].find("needs 10000 answers, 9999 came") !=
        std::string::npos);
  service.record(1'000'000);
  CHECK(client::broken_objectives(result).empty());
  for (int i = 0; i < 200; ++i) service.record(5'000'000);
  CHECK(client::broken_objectives(result)[0].find("p99 of the service time is") !=
        std::string::npos);

  result.requests = {};
  CHECK(client::broken_objectives(result).size() == 2);
}

}  // namespace
}  // namespace joust
