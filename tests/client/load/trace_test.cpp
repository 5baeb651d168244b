#include "client/load/trace.hpp"

#include <string>

#include "tests/client/load/loads.hpp"
#include "tests/support/catch.hpp"

namespace joust {
namespace {

using namespace std::chrono_literals;
using client::Interval;
using client::IntervalBoard;
using client::Sample;
using client::ThreadTrace;
using test::answer_with;
using test::answering;
using test::counted;
using test::Script;
using test::ScriptedPeer;

constexpr std::int64_t second = 1'000'000'000;

Sample at(std::int64_t end_ns) {
  Sample sample;
  sample.sent_ns = end_ns - 5;
  sample.end_ns = end_ns;
  sample.status = 200;
  return sample;
}

TEST_CASE("an interval is whole when every thread has handed it over") {
  IntervalBoard board(2);
  ThreadTrace one(&board, false);
  ThreadTrace other(&board, false);
  one.begin(100);
  other.begin(100);
  one.finished(at(100 + second / 2), 7);
  one.finished(at(100 + second * 3 / 2), 8);  // hands over the first interval
  CHECK(board.take_complete().empty());
  other.finished(at(100 + second / 4), std::nullopt);
  other.pass(100 + second);
  const auto first = board.take_complete();
  REQUIRE(first.size() == 1);
  CHECK(first[0].start_ns == 0);
  CHECK(first[0].length_ns == second);
  CHECK(first[0].ok == 1);
  CHECK(first[0].failed == 1);
  CHECK(*first[0].latency.max() == 7);

  // A thread that has ended is not waited for, and the last interval is as long as it was.
  other.end(100 + second * 5 / 4);
  one.end(100 + second * 5 / 2);
  const auto rest = board.take_complete();
  REQUIRE(rest.size() == 2);
  CHECK(rest[0].ok == 1);
  CHECK(rest[0].length_ns == second);
  CHECK(rest[1].start_ns == 2 * second);
  CHECK(rest[1].length_ns == second / 2);
  CHECK(rest[1].ok == 0);
}

TEST_CASE("samples are in the order of their ends, since the start of the load") {
  ThreadTrace one(nullptr, true);
  ThreadTrace other(nullptr, true);
  one.begin(1000);
  other.begin(1000);
  one.finished(at(1010), 5);
  one.finished(at(1030), 5);
  other.finished(at(1020), std::nullopt);
  const auto samples = client::in_time_order({one.take_samples(), other.take_samples()});
  REQUIRE(samples.size() == 3);
  CHECK(samples[0].end_ns == 10);
  CHECK(samples[0].sent_ns == 5);
  CHECK(samples[0].due_ns == Sample::none);
  CHECK(samples[1].end_ns == 20);
  CHECK(samples[2].end_ns == 30);
}

TEST_CASE("intervals and samples of a load add up to its counts") {
  Script script;
  script.parts.push_back({answer_with("hello")});
  script.parts.push_back({answer_with("other"), 0ms, 1, true, false});
  ScriptedPeer peer(script);
  LoadPlan plan = counted(peer, 200, 4);
  plan.threads = 2;
  std::vector<Sample> samples;
  std::uint64_t ok = 0;
  std::uint64_t failed = 0;
  std::int64_t until = 0;
  client::LoadHooks hooks;
  hooks.interval = [&](const Interval& interval) {
    CHECK(interval.start_ns == until);
    until += interval.length_ns;
    ok += interval.ok;
    failed += interval.failed;
    CHECK(interval.latency.count() == interval.ok);
  };
  hooks.samples = [&](std::vector<Sample> all) { samples = std::move(all); };
  const LoadResult result = test::load(plan, hooks);
  CHECK(result.requests.failed > 0);
  CHECK(ok == result.requests.ok);
  CHECK(failed == result.requests.failed);
  REQUIRE(samples.size() == 200);
  std::uint64_t wrong = 0;
  for (const Sample& sample : samples) {
    CHECK(sample.sent_ns > 0);
    CHECK(sample.first_byte_ns >= sample.sent_ns);
    CHECK(sample.end_ns >= sample.first_byte_ns);
    CHECK(sample.status == 200);
    if (sample.failure) ++wrong;
  }
  CHECK(wrong == result.requests.failed);
}

}  // namespace
}  // namespace joust
