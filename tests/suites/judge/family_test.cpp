// What holds over many comparisons: families, false claims, power, the geometric mean, attempts.
#include <algorithm>
#include <cmath>

#include "results/store/json_text.hpp"
#include "suites/judge/comparison.hpp"
#include "tests/suites/judge/synthetic.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/contains.hpp"

using joust::Verdict;
using joust::suites::counted_visits;
using joust::suites::judge;
using namespace joust::test;

namespace {

const std::string cell = "static-52/c10";
const std::string mean_cell{joust::geometric_mean_cell};

/// Drift that both share in a block, noise that they do not, and a true ratio of nginx over evhttp.
std::vector<joust::Visit> noisy_visits(const joust::Run& run, Random& random, double ratio,
                                       double noise) {
  std::map<std::pair<std::string, std::uint32_t>, double> drift;
  return synthetic_visits(run, [&](const auto& contender, const auto& place, std::uint32_t sweep) {
    const auto [block, is_new] = drift.try_emplace({place, sweep}, 0.0);
    if (is_new) block->second = 0.2 * random.normal();
    const double truth = contender == "nginx" ? ratio : 1.0;
    return 40000 * truth * std::exp(block->second + noise * random.normal());
  });
}

bool is_claim(Verdict verdict) {
  return verdict == Verdict::faster || verdict == Verdict::slower || verdict == Verdict::maybe;
}

}  // namespace

TEST_CASE("The same server under two names makes next to no claims") {
  SyntheticSuite suite;
  suite.connections = {1, 10, 100};
  const auto run = synthetic_run(suite);
  Random random(1);
  int claims = 0;
  int told_apart = 0;
  int wrong_words = 0;
  constexpr int repeats = 300;
  for (int i = 0; i < repeats; ++i) {
    const auto findings = judge(run, noisy_visits(run, random, 1.0, 0.01));
    bool any_claim = false;
    for (const auto& comparison : findings.comparisons) {
      if (comparison.metric != "rate_rps" || comparison.cell == mean_cell) continue;
      any_claim = any_claim || is_claim(comparison.verdict);
      told_apart += comparison.told_apart ? 1 : 0;
      wrong_words +=
          comparison.verdict == Verdict::faster || comparison.verdict == Verdict::slower ? 1 : 0;
    }
    claims += any_claim ? 1 : 0;
  }
  // At most 1 % of the runs make any claim, at most 1 % of the comparisons are told apart.
  CHECK(claims <= 8);
  CHECK(told_apart <= 18);
  CHECK(wrong_words == 0);
}

TEST_CASE("Five percent more is found, and the right way round") {
  const auto run = synthetic_run({});
  Random random(2);
  int found = 0;
  int wrong = 0;
  for (int i = 0; i < 200; ++i) {
    const bool up = i % 2 == 0;
    const auto findings = judge(run, noisy_visits(run, random, up ? 1.05 : 1 / 1.05, 0.006));
    const auto& comparison = comparison_of(findings, "nginx", cell);
    const bool right_way = (comparison.ratio->point > 1) == up;
    found += comparison.told_apart && right_way ? 1 : 0;
    wrong += comparison.told_apart && !right_way ? 1 : 0;
    wrong += comparison.verdict == (up ? Verdict::slower : Verdict::faster) ? 1 : 0;
    wrong += comparison.verdict == Verdict::equal ? 1 : 0;
  }
  CHECK(found >= 195);
  CHECK(wrong == 0);
}

TEST_CASE("The family is the plan's: what cannot be judged counts all the same") {
  // p = 0.0036 is a claim on its own and none among ten, even though no visit of the others is
  // valid.
  const auto values = [](const auto& contender, const auto& place, std::uint32_t sweep) {
    if (contender != "nginx" || place != cell) return 40000.0;
    const double wave[8] = {1, -1, 0.9, -0.9, 1.1, -1.1, 0.95, -0.95};
    return 40000.0 * std::exp(0.0438 + 0.0273 * wave[sweep]);
  };
  const auto verdict = [&](std::vector<std::uint32_t> connections) {
    SyntheticSuite suite;
    suite.connections = std::move(connections);
    const auto run = synthetic_run(suite);
    auto visits = synthetic_visits(run, values);
    for (auto& visit : visits) {
      if (visit.cell != cell) visit.state = joust::VisitState::failed;
    }
    return comparison_of(judge(run, visits), "nginx", cell);
  };
  const auto alone = verdict({10});
  CHECK(alone.told_apart);
  CHECK(is_claim(alone.verdict));
  const auto of_many = verdict({1, 10, 100, 1000, 2000, 3000, 4000, 5000, 6000, 7000});
  CHECK(of_many.ratio->point == Approx(alone.ratio->point));
  CHECK(of_many.ratio->interval->low == Approx(alone.ratio->interval->low));
  CHECK(of_many.told_apart);
  CHECK(of_many.verdict == Verdict::inconclusive);
}

TEST_CASE("The anchor is shown and never compared") {
  SyntheticSuite suite;
  suite.anchor = true;
  const auto run = synthetic_run(suite);
  const auto findings = judge(
      run, synthetic_visits(
               run, [](const auto&, const auto&, std::uint32_t sweep) { return 50000.0 + sweep; }));
  CHECK(figure_of(findings, "joust-null", cell).metrics.at("rate_rps").n == 8);
  for (const auto& comparison : findings.comparisons) {
    CHECK(comparison.a != "joust-null");
    CHECK(comparison.b == "evhttp");
  }
  CHECK(findings.visits_planned == 24);
}

TEST_CASE("The geometric mean is that of the cells' ratios, by sweep") {
  SyntheticSuite suite;
  suite.connections = {1, 10};
  const auto run = synthetic_run(suite);
  const auto visits =
      synthetic_visits(run, [](const auto& contender, const auto& place, std::uint32_t sweep) {
        const double wave = std::exp(0.01 * (sweep % 2 == 0 ? 1 : -1));
        if (contender != "nginx") return 40000.0;
        // Opposite noise in the two cells cancels in every sweep's mean.
        return place == cell ? 40000 * 1.21 * wave : 40000 / wave;
      });
  const auto findings = judge(run, visits);
  const auto& mean = comparison_of(findings, "nginx", mean_cell);
  CHECK(mean.ratio->point == Approx(1.1));
  CHECK(mean.blocks == 8);
  CHECK(mean.verdict == Verdict::faster);
  CHECK(mean.sentence ==
        "nginx serves 10.0 % [10.0, 10.0] more requests/s than evhttp over all 2 cells (geometric "
        "mean)");
  CHECK(findings.comparisons.front().cell == mean_cell);
}

TEST_CASE("An interrupted last sweep is left out of the mean, its blocks stay in their cells") {
  SyntheticSuite suite;
  suite.connections = {1, 10};
  suite.blocks = 9;
  const auto run = synthetic_run(suite);
  auto visits = synthetic_visits(
      run, [](const auto&, const auto&, std::uint32_t sweep) { return 40000.0 + sweep; });
  visits.erase(std::remove_if(visits.begin(), visits.end(),
                              [](const auto& v) { return v.sweep == 8 && v.cell == cell; }),
               visits.end());
  const auto findings = judge(run, visits);
  CHECK(comparison_of(findings, "nginx", mean_cell).blocks == 8);
  CHECK(comparison_of(findings, "nginx", "static-52/c1").blocks == 9);
  CHECK(comparison_of(findings, "nginx", cell).blocks == 8);
  CHECK(findings.visits_valid == 34);
  CHECK(findings.visits_planned == 36);
  CHECK(figure_of(findings, "nginx", cell).reasons ==
        std::vector<std::string>{"1 of 9 visits were not made"});
}

TEST_CASE("The order of visits in the file does not matter") {
  SyntheticSuite suite;
  suite.connections = {1, 10, 100};
  suite.anchor = true;
  const auto run = synthetic_run(suite);
  Random random(3);
  auto visits = noisy_visits(run, random, 1.03, 0.02);
  const auto expected = joust::store::to_json(run, judge(run, visits));
  for (int i = 0; i < 3; ++i) {
    for (std::size_t k = visits.size() - 1; k > 0; --k) {
      std::swap(visits[k], visits[random.bits() % (k + 1)]);
    }
    CHECK(joust::store::to_json(run, judge(run, visits)) == expected);
  }
}

TEST_CASE("A disturbed attempt is dropped whole and the repeated one counts") {
  auto run = synthetic_run({});
  auto visits = synthetic_visits(run, [](const auto&, const auto&, std::uint32_t) { return 1e4; });
  for (auto& visit : visits) {
    if (visit.sweep == 2 && visit.contender == "nginx") {
      visit.noise.disturbances = {"the server waited for its CPU"};
    }
  }
  CHECK(counted_visits(run, visits).size() == 14);
  CHECK(judge(run, visits).blocks_dropped == 1);
  for (const std::string contender : {"evhttp", "nginx"}) {
    visits.push_back(synthetic_visit(contender, cell, 2, 2e4));
    visits.back().attempt = 1;
  }
  const auto counted = counted_visits(run, visits);
  CHECK(counted.size() == 16);
  for (const auto* visit : counted) CHECK(visit->attempt == (visit->sweep == 2 ? 1U : 0U));
  const auto findings = judge(run, visits);
  CHECK(findings.blocks_dropped == 1);
  CHECK(findings.visits_valid == 16);
  run.allow_noise = true;
  const auto noisy = judge(run, visits);
  CHECK(noisy.blocks_dropped == 0);
  CHECK(noisy.visits_valid == 16);
}

TEST_CASE("Noise that was allowed is marked") {
  auto run = synthetic_run({});
  run.allow_noise = true;
  auto visits = synthetic_visits(run, [](const auto&, const auto&, std::uint32_t) { return 1e4; });
  visits[1].noise.disturbances = {"steal"};
  const auto findings = judge(run, visits);
  CHECK(figure_of(findings, visits[1].contender, cell).marks ==
        std::vector<std::string>{"disturbed"});
}

TEST_CASE("An attempt cut off by an interruption counts until a later one is made") {
  const auto run = synthetic_run({});
  std::vector<joust::Visit> visits = {synthetic_visit("evhttp", cell, 0, 1e4)};
  CHECK(counted_visits(run, visits).size() == 1);
  for (const std::string contender : {"nginx", "evhttp"}) {
    visits.push_back(synthetic_visit(contender, cell, 0, 2e4));
    visits.back().attempt = 1;
  }
  const auto counted = counted_visits(run, visits);
  REQUIRE(counted.size() == 2);
  CHECK(counted[0]->attempt == 1);
  CHECK(counted[1]->attempt == 1);
  visits.push_back(synthetic_visit("evhttp", cell, 0, 3e4));
  visits.back().attempt = 2;
  visits.back().noise.disturbances = {"steal"};
  CHECK(counted_visits(run, visits).size() == 2);
}

TEST_CASE("Visits outside the plan are left out with a notice") {
  const auto run = synthetic_run({});
  auto visits = synthetic_visits(run, [](const auto&, const auto&, std::uint32_t) { return 1e4; });
  visits.push_back(synthetic_visit("apache", cell, 0, 1e9));
  const auto findings = judge(run, visits);
  CHECK(findings.visits_valid == 16);
  REQUIRE(findings.notices.size() == 1);
  CHECK(contains(findings.notices[0], "not in the run's plan"));
}

TEST_CASE("A run without visits is judged without claims") {
  const auto run = synthetic_run({});
  const auto findings = judge(run, {});
  CHECK(findings.visits_valid == 0);
  CHECK(findings.visits_planned == 16);
  for (const auto& comparison : findings.comparisons) {
    CHECK(comparison.verdict == Verdict::invalid);
    CHECK(contains(comparison.sentence, "nginx has 0 valid visits of 8: 8 not made"));
  }
}

TEST_CASE("Shown latency is the merged one, with the interval of its ranks") {
  const auto run = synthetic_run({});
  auto visits = synthetic_visits(run, [](const auto&, const auto&, std::uint32_t) { return 1e4; });
  for (auto& visit : visits) {
    const std::int64_t usual = visit.sweep == 0 ? 10'000'000 : 1'000'000;
    auto& service = visit.load->latency.service.emplace();
    service.record(usual, 9'999);
    service.record(10 * usual);
  }
  const auto findings = judge(run, visits);
  const auto& figure = figure_of(findings, "evhttp", cell);
  // 8 visits of 10000 answers: seven at 1 ms, one at 10 ms, one answer of each ten times slower.
  const auto& p50 = figure.metrics.at("latency_p50_ns");
  CHECK(p50.point == Approx(1e6).epsilon(0.001));
  CHECK(p50.n == 8);
  CHECK(figure.metrics.at("latency_p90_ns").point == Approx(1e7).epsilon(0.001));
  CHECK(figure.metrics.at("latency_max_ns").point == 1e8);
  CHECK_FALSE(figure.metrics.at("latency_max_ns").interval);
  CHECK(figure.metrics.count("latency_p999_ns") == 0);
  CHECK(figure.missing.at("latency_p999_ns") == "needs 100000 values, has 80000");
  CHECK(p50.interval->contains(p50.point));
}
