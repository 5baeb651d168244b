#include "client/load/validity.hpp"

#include <cerrno>

#include "client/load/quota_meter.hpp"
#include "tests/support/catch.hpp"

namespace joust::client {
namespace {

LoadResult sound() {
  LoadResult result;
  result.requests.started = 10;
  result.requests.ok = 10;
  result.bytes = {100, 60, 40, 0, 50};
  result.usage.threads = {{0.5, 0.01}};
  return result;
}

LoadResult judged(LoadResult result, const OwnTroubles& troubles = {}) {
  judge(result, troubles);
  return result;
}

TEST_CASE("a sound result is valid and says nothing") {
  const LoadResult result = judged(sound());
  CHECK(result.validity == Validity::valid);
  CHECK(result.validity_reasons.empty());
}

TEST_CASE("a broken identity is invalid whatever else holds") {
  LoadResult lost = sound();
  lost.requests.started = 11;
  CHECK(judged(lost, {{{EMFILE, 1}}, 0, 0, 0, false}).validity == Validity::invalid);
  LoadResult bytes = sound();
  bytes.bytes.received = 99;
  CHECK(judged(bytes).validity == Validity::invalid);
}

TEST_CASE("the client's own limits degrade the result and are named") {
  const LoadResult result = judged(sound(), {{{EADDRNOTAVAIL, 3}}, 0, 0, 0, false});
  CHECK(result.validity == Validity::degraded);
  REQUIRE(result.validity_reasons.size() == 1);
  CHECK(result.validity_reasons.front() ==
        "the client's own limit was hit 3 times: Cannot assign requested address");
  CHECK(judged(sound(), {{}, 5, 0, 0, false}).validity == Validity::degraded);
  CHECK(judged(sound(), {{}, 0, 0, 0, true}).validity == Validity::degraded);
}

TEST_CASE("waiting for a CPU for more than a fiftieth of the window degrades the result") {
  LoadResult result = sound();
  result.usage.threads = {{0.5, 0.0}, {0.5, 0.021}};
  CHECK(judged(result).validity == Validity::degraded);
}

TEST_CASE("a full client thread is the limit only where the server is known to have had room") {
  LoadResult result = sound();
  result.usage.threads = {{0.96, 0.0}};
  const LoadResult unwatched = judged(result);
  CHECK(unwatched.validity == Validity::valid);
  CHECK(unwatched.validity_reasons.size() == 1);
  result.watched.emplace();
  result.watched->busiest_thread_share = 0.94;
  CHECK(judged(result).validity == Validity::client_limited);
  result.watched->busiest_thread_share = 0.96;
  CHECK(judged(result).validity == Validity::valid);
}

TEST_CASE("a client that stood still degrades the result") {
  LoadResult result = sound();
  result.window.length_ns = 1'000'000'000;
  CHECK(judged(result, {{}, 0, 20'000'000, 0, false}).validity == Validity::valid);
  CHECK(judged(result, {{}, 0, 60'000'000, 0, false}).validity == Validity::degraded);
}

TEST_CASE("a client that its CPU quota held back degrades the result") {
  LoadResult result = sound();
  result.window.length_ns = 1'000'000'000;
  CHECK(judged(result, {{}, 0, 0, 20'000'000, false}).validity == Validity::valid);
  CHECK(judged(result, {{}, 0, 0, 700'000'000, false}).validity == Validity::degraded);
  CHECK(throttled_ns("usage_usec 7\nnr_throttled 3\nthrottled_usec 1250\n") == 1'250'000);
  CHECK(throttled_ns("nr_periods 0\nnr_throttled 3\nthrottled_time 1250\n") == 1250);
  CHECK_FALSE(throttled_ns("usage_usec 7\n"));
}

TEST_CASE("an open loop is judged by its schedule, not by its CPU") {
  LoadResult result = sound();
  result.usage.threads = {{1.0, 0.0}};
  result.watched.emplace();
  auto& schedule = result.schedule.emplace();
  schedule.achieved_ratio = 0.996;
  for (int i = 0; i < 20'000; ++i) schedule.lag.record(900'000);
  CHECK(judged(result).validity == Validity::valid);

  schedule.achieved_ratio = 0.99;
  CHECK(judged(result).validity == Validity::degraded);

  schedule.achieved_ratio = 1;
  for (int i = 0; i < 300; ++i) schedule.lag.record(1'100'000);
  CHECK(judged(result).validity == Validity::client_limited);

  // Too few for a 99th percentile: the latest one counts.
  schedule.lag = {};
  schedule.lag.record(900'000);
  CHECK(judged(result).validity == Validity::valid);
  schedule.lag.record(1'100'000);
  CHECK(judged(result).validity == Validity::client_limited);
}

}  // namespace
}  // namespace joust::client
