// Words and sentences of single comparisons.
#include "suites/judge/comparison.hpp"

#include <algorithm>
#include <cmath>

#include "tests/suites/judge/synthetic.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/contains.hpp"

using joust::Verdict;
using joust::suites::judge;
using namespace joust::test;

namespace {

const std::string cell = "static-52/c10";

const joust::Comparison judged(double ratio, double spread, std::uint32_t blocks = 8) {
  SyntheticSuite suite;
  suite.blocks = blocks;
  const auto run = synthetic_run(suite);
  return comparison_of(judge(run, two_servers(run, ratio, spread)), "nginx", cell);
}

}  // namespace

TEST_CASE("A server that is clearly faster is called so, with what people can quote") {
  const auto comparison = judged(1.081, 0.01);
  CHECK(comparison.verdict == Verdict::faster);
  CHECK(comparison.told_apart);
  CHECK(comparison.blocks == 8);
  CHECK(comparison.ratio->point == Approx(1.081));
  CHECK(comparison.ratio->confidence == 0.99);
  CHECK(comparison.sentence ==
        "nginx serves 8.1 % [7.0, 9.2] more requests/s than evhttp at 52 B, c = 10");
  CHECK_FALSE(comparison.blocks_needed);
}

TEST_CASE("A server that is clearly slower is called so, in its own direction") {
  const auto comparison = judged(0.9, 0.01);
  CHECK(comparison.verdict == Verdict::slower);
  CHECK(comparison.told_apart);
  CHECK(comparison.sentence ==
        "nginx serves 10.0 % [9.1, 10.9] fewer requests/s than evhttp at 52 B, c = 10");
}

TEST_CASE("A difference inside the margin is equal, told apart or not") {
  const auto same = judged(1.0, 0.01);
  CHECK(same.verdict == Verdict::equal);
  CHECK_FALSE(same.told_apart);
  CHECK(same.sentence ==
        "nginx and evhttp are equal within 3 % in requests/s at 52 B, c = 10 "
        "(nginx 0.0 % [-1.0, +1.0])");
  const auto small = judged(1.012, 0.01);
  CHECK(small.verdict == Verdict::equal);
  CHECK(small.told_apart);
}

TEST_CASE("A difference that may lie within the margin is a maybe") {
  const auto comparison = judged(1.03, 0.015);
  CHECK(comparison.verdict == Verdict::maybe);
  CHECK(comparison.told_apart);
  CHECK(contains(comparison.sentence,
                 "more requests/s than evhttp at 52 B, c = 10; may be below "
                 "the 3 % margin"));
}

TEST_CASE("What the blocks cannot tell is not decided, with the blocks it would take") {
  const auto comparison = judged(1.01, 0.05);
  CHECK(comparison.verdict == Verdict::inconclusive);
  CHECK_FALSE(comparison.told_apart);
  REQUIRE(comparison.blocks_needed);
  CHECK(*comparison.blocks_needed > 8);
  CHECK(comparison.sentence ==
        "nginx against evhttp, requests/s at 52 B, c = 10: not decided (+-5.1 %), about " +
            std::to_string(*comparison.blocks_needed - 8) + " more blocks");
}

TEST_CASE("A spread beyond all measure is said as such") {
  CHECK(contains(judged(1.0, 1.0, 2).sentence, "not decided (more than +-100 %), about "));
}

TEST_CASE("Fewer than eight blocks make no claims at 99 %, however clear") {
  const auto seven = judged(2.0, 0.001, 7);
  CHECK(seven.verdict == Verdict::inconclusive);
  CHECK_FALSE(seven.told_apart);
  CHECK(seven.blocks_needed == 8);
  CHECK(contains(seven.sentence, "about 1 more block"));
  CHECK(judged(2.0, 0.001, 8).verdict == Verdict::faster);
  CHECK(judged(1.0, 0.0, 7).verdict == Verdict::inconclusive);
}

TEST_CASE("Equal values in every block are equal, not a division by zero") {
  const auto comparison = judged(1.0, 0.0);
  CHECK(comparison.verdict == Verdict::equal);
  CHECK(comparison.ratio->point == 1.0);
}

TEST_CASE("One wild block makes no claim") {
  const auto run = synthetic_run({});
  auto visits = synthetic_visits(run, [](const auto& contender, const auto&, std::uint32_t sweep) {
    if (contender != "nginx") return 40000.0;
    // Seven blocks a little slower, one ten times faster.
    return sweep == 3 ? 400'000.0 : 39'900.0 + 10 * sweep;
  });
  const auto comparison = comparison_of(judge(run, visits), "nginx", cell);
  CHECK(comparison.verdict == Verdict::inconclusive);
  CHECK_FALSE(comparison.told_apart);
  // And the other way round: a clear lead in all but one block is no claim either.
  for (auto& visit : visits) {
    if (visit.contender == "nginx") visit.load->rate_rps = visit.sweep == 3 ? 39'000.0 : 48'000.0;
  }
  const auto lead = comparison_of(judge(run, visits), "nginx", cell);
  CHECK(lead.verdict == Verdict::inconclusive);
}

TEST_CASE("CPU is better when lower, and the ratio says so") {
  const auto run = synthetic_run({});
  auto visits = two_servers(run, 1.0, 0.005);
  for (auto& visit : visits) {
    const double wave = 1 + 0.002 * (visit.sweep % 3);
    if (visit.contender == "nginx") {
      visit.load->watched->cpu_ns = static_cast<std::int64_t>(8000 * 10'000 * 0.92 * wave);
    }
  }
  const auto cheaper =
      comparison_of(judge(run, visits), "nginx", cell, "server_cpu_ns_per_request");
  CHECK(cheaper.verdict == Verdict::faster);
  CHECK(cheaper.ratio->point > 1.08);
  CHECK(contains(cheaper.sentence, "nginx needs 7.8 % ["));
  CHECK(contains(cheaper.sentence, "] less server CPU per request than evhttp at 52 B, c = 10"));
  for (auto& visit : visits) {
    if (visit.contender == "nginx") visit.load->watched->cpu_ns = 8800 * 10'000;
  }
  const auto dearer = comparison_of(judge(run, visits), "nginx", cell, "server_cpu_ns_per_request");
  CHECK(dearer.verdict == Verdict::slower);
  CHECK(contains(dearer.sentence, "nginx needs 10.0 % [10.0, 10.0] more server CPU"));
}
