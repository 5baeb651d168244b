#include "results/stats/student_t.hpp"

#include <cmath>

#include "tests/support/catch.hpp"

namespace stats = joust::stats;

namespace {

/// SplitMix64 and Box-Muller: the same numbers with every standard library.
class Normal {
 public:
  explicit Normal(std::uint64_t seed) : state_(seed) {}

  double next() {
    const double u = (static_cast<double>(bits() >> 11U) + 0.5) * 0x1p-53;
    const double v = (static_cast<double>(bits() >> 11U) + 0.5) * 0x1p-53;
    return std::sqrt(-2 * std::log(u)) * std::cos(2 * 3.14159265358979323846 * v);
  }

 private:
  std::uint64_t bits() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31U);
  }
  std::uint64_t state_;
};

/// n values with mean 0 and sample standard deviation 1.
std::vector<double> standardised(std::size_t n) {
  std::vector<double> values;
  for (std::size_t i = 0; i < n; ++i) values.push_back(static_cast<double>(i));
  const auto moments = stats::moments_of(values);
  for (double& value : values) value = (value - moments.mean) / moments.stdev;
  return values;
}

}  // namespace

TEST_CASE("Moments are those of a sample") {
  const std::vector<double> values = {2, 4, 4, 4, 5, 5, 7, 9};
  const auto moments = stats::moments_of(values);
  CHECK(moments.n == 8);
  CHECK(moments.mean == 5);
  CHECK(moments.stdev == Approx(std::sqrt(32.0 / 7)));
  CHECK(stats::moments_of(std::vector<double>{}).n == 0);
  CHECK(stats::moments_of(std::vector<double>{3}).stdev == 0);
  CHECK(stats::moments_of(std::vector<double>{0.1, 0.1, 0.1}).stdev == 0);
}

TEST_CASE("The t interval has the published critical values") {
  // Two-sided, from the printed tables: t(0.99, 7) = 3.499, t(0.95, 9) = 2.262, t(0.99, 19)
  // = 2.861.
  const auto half_width = [](std::size_t n, double confidence) {
    const auto values = standardised(n);
    const auto interval = stats::t_interval(values, confidence).value();
    CHECK(interval.low == Approx(-interval.high));
    return interval.high * std::sqrt(static_cast<double>(n));
  };
  CHECK(half_width(8, 0.99) == Approx(3.499).margin(0.0006));
  CHECK(half_width(10, 0.95) == Approx(2.262).margin(0.0006));
  CHECK(half_width(20, 0.99) == Approx(2.861).margin(0.0006));
  CHECK(half_width(2, 0.95) == Approx(12.706).margin(0.0006));
}

TEST_CASE("Half-widths agree with the published planning table") {
  // s_d = 3 %, 95 %: 3.2 % at 6 blocks, 2.5 at 8, 2.2 at 10, 1.4 at 20 (of the ratio).
  const auto percent = [](double spread, std::size_t n) {
    auto values = standardised(n);
    for (double& value : values) value *= spread;
    return 100 * (std::exp(stats::t_interval(values, 0.95)->high) - 1);
  };
  CHECK(percent(0.03, 6) == Approx(3.2).margin(0.051));
  CHECK(percent(0.03, 8) == Approx(2.5).margin(0.051));
  CHECK(percent(0.03, 10) == Approx(2.2).margin(0.051));
  CHECK(percent(0.03, 20) == Approx(1.4).margin(0.051));
  CHECK(percent(0.08, 12) == Approx(5.2).margin(0.051));
}

TEST_CASE("One value has no interval, equal values one of no width") {
  CHECK_FALSE(stats::t_interval(std::vector<double>{1.0}, 0.99));
  const auto interval = stats::t_interval(std::vector<double>{0.1, 0.1, 0.1}, 0.99).value();
  CHECK(interval.low == 0.1);
  CHECK(interval.high == 0.1);
}

TEST_CASE("The sign interval takes the published ranks") {
  std::vector<double> values;
  for (int i = 12; i >= 1; --i) values.push_back(i);
  auto interval = stats::sign_interval(values, 0.95).value();
  CHECK(interval.low == 3);
  CHECK(interval.high == 10);
  for (int i = 13; i <= 20; ++i) values.push_back(i);
  interval = stats::sign_interval(values, 0.95).value();
  CHECK(interval.low == 6);
  CHECK(interval.high == 15);
}

TEST_CASE("The sign interval exists from 6 values at 95 %, 8 at 99 %, 9 at 99.5 %, 11 at 99.9 %") {
  const auto fewest = [](double confidence) {
    std::vector<double> values;
    while (!stats::sign_interval(values, confidence)) values.push_back(1);
    return values.size();
  };
  for (const auto& [confidence, n] : {std::pair{0.95, 6UL}, std::pair{0.99, 8UL},
                                      std::pair{0.995, 9UL}, std::pair{0.999, 11UL}}) {
    CHECK(fewest(confidence) == n);
    CHECK(stats::blocks_for_claims(confidence) == n);
  }
}

TEST_CASE("p-values agree with the t interval") {
  const std::vector<double> values = {0.02, 0.05, 0.01, 0.04, 0.03, 0.00, 0.02, 0.03};
  const double p = stats::t_p_value(values);
  CHECK(stats::t_interval(values, 1 - p)->low == Approx(0).margin(1e-12));
  // t = 0.025 / (0.0160357 / sqrt(8)) = 4.4096 with 7 degrees of freedom.
  CHECK(p == Approx(0.00312).margin(0.00002));
  CHECK(stats::t_p_value(std::vector<double>{0.5}) == 1);
  CHECK(stats::t_p_value(std::vector<double>{0.5, 0.5}) == 0);
  CHECK(stats::t_p_value(std::vector<double>{0, 0, 0}) == 1);
}

TEST_CASE("Equivalence is the interval of twice the error inside the margin") {
  auto values = standardised(10);
  for (double& value : values) value = 0.01 * value + 0.005;
  // Half-width at 90 %: 1.833 * 0.01 / sqrt(10) = 0.0058.
  CHECK(stats::equivalent_within(values, 0.0109, 0.95));
  CHECK_FALSE(stats::equivalent_within(values, 0.0107, 0.95));
  CHECK_FALSE(stats::equivalent_within(values, 0.0109, 0.99));
  CHECK_FALSE(stats::equivalent_within(std::vector<double>{0.0}, 0.03, 0.95));
  CHECK(stats::equivalent_within(std::vector<double>{0.0, 0.0}, 0.03, 0.95));
}

TEST_CASE("Holm steps down and stops at the first that fails") {
  const auto rejected = [](const std::vector<double>& p, double alpha) {
    std::string text;
    for (const auto& step : stats::holm(p, alpha)) text += step.rejected ? '1' : '0';
    return text;
  };
  // alpha / 4 = 0.0125, / 3 = 0.0167, / 2 = 0.025, / 1 = 0.05.
  CHECK(rejected({0.01, 0.04, 0.03, 0.005}, 0.05) == "1001");
  CHECK(rejected({0.012, 0.016, 0.024, 0.05}, 0.05) == "1111");
  CHECK(rejected({0.013, 0.001, 0.001, 0.001}, 0.05) == "1111");
  CHECK(rejected({0.02, 0.02, 0.02, 0.02}, 0.05) == "0000");
  CHECK(rejected({}, 0.05).empty());
  CHECK(rejected({1.0, 1.0}, 0.05) == "00");
}

TEST_CASE("Holm's claims are made at the level of their step") {
  const std::vector<double> p = {0.01, 0.04, 0.03, 0.005};
  const auto steps = stats::holm(p, 0.05);
  CHECK(steps[3].confidence == Approx(1 - 0.05 / 4));
  CHECK(steps[0].confidence == Approx(1 - 0.05 / 3));
  CHECK(steps[1].confidence == 1);
  CHECK(steps[2].confidence == 1);
}

TEST_CASE("Blocks needed agree with the published planning table") {
  CHECK(stats::blocks_for(0.01, 0.015, 0.95) == 5);
  CHECK(stats::blocks_for(0.02, 0.015, 0.95) == 10);
  CHECK(stats::blocks_for(0.03, 0.015, 0.95) == 18);
  CHECK(stats::blocks_for(0.05, 0.015, 0.95) == 46);
  CHECK(stats::blocks_for(0.08, 0.015, 0.95) == 112);
  CHECK(stats::blocks_for(0.08, 0.03, 0.95) == 30);
  CHECK(stats::blocks_for(0.0, 0.015, 0.95) == 2);
  CHECK(stats::blocks_for(1.0, 1e-9, 0.95) > 1'000'000);
}

TEST_CASE("The t interval covers the truth as often as it says") {
  Normal normal(20240229);
  constexpr int replications = 2000;
  int t_covers = 0;
  int sign_covers = 0;
  for (int i = 0; i < replications; ++i) {
    std::vector<double> values;
    for (int block = 0; block < 8; ++block) values.push_back(0.05 + 0.02 * normal.next());
    t_covers += stats::t_interval(values, 0.99)->contains(0.05) ? 1 : 0;
    sign_covers += stats::sign_interval(values, 0.99)->contains(0.05) ? 1 : 0;
  }
  // 99 % of 2000 is 1980, one standard error 4.4; the sign interval is 99.2 % by construction.
  CHECK(t_covers > 1980 - 14);
  CHECK(t_covers < 1980 + 14);
  CHECK(sign_covers > 1984 - 14);
}
