#include "results/stats/student_t.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>

namespace joust::stats {

namespace {

using StudentT = boost::math::students_t_distribution<double>;

double standard_error(const Moments& moments) {
  return moments.stdev / std::sqrt(static_cast<double>(moments.n));
}

StudentT t_distribution(std::size_t n) { return StudentT(static_cast<double>(n - 1)); }

/// The two-sided critical value.
double critical_t(std::size_t n, double confidence) {
  return boost::math::quantile(t_distribution(n), 0.5 + confidence / 2);
}

}  // namespace

Moments moments_of(std::span<const double> values) {
  Moments moments;
  moments.n = values.size();
  if (values.empty()) return moments;
  // A constant sample has no spread; summing it may find one of the last binary digit.
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  if (*low == *high) {
    moments.mean = *low;
    return moments;
  }
  moments.mean =
      std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) squares += (value - moments.mean) * (value - moments.mean);
  moments.stdev = std::sqrt(squares / static_cast<double>(values.size() - 1));
  return moments;
}

std::optional<Interval> t_interval(std::span<const double> values, double confidence) {
  if (values.size() < 2) return std::nullopt;
  const Moments moments = moments_of(values);
  if (moments.stdev == 0) return Interval{moments.mean, moments.mean};
  if (confidence >= 1) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return Interval{-infinity, infinity};
  }
  const double half_width = critical_t(moments.n, confidence) * standard_error(moments);
  return Interval{moments.mean - half_width, moments.mean + half_width};
}

std::optional<Interval> sign_interval(std::span<const double> values, double confidence) {
  // k = max{k : P(Bin(n, 1/2) < k) <= alpha / 2}; the interval is [x_(k), x_(n+1-k)].
  const std::size_t n = values.size();
  if (n == 0) return std::nullopt;
  const boost::math::binomial_distribution<double> signs(static_cast<double>(n), 0.5);
  const double tail = (1 - confidence) / 2;
  std::size_t k = 0;
  while (k < n / 2 && boost::math::cdf(signs, static_cast<double>(k)) <= tail) ++k;
  if (k == 0) return std::nullopt;
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return Interval{sorted[k - 1], sorted[n - k]};
}

double t_p_value(std::span<const double> values) {
  if (values.size() < 2) return 1;
  const Moments moments = moments_of(values);
  if (moments.stdev == 0) return moments.mean == 0 ? 1 : 0;
  const double t = std::abs(moments.mean) / standard_error(moments);
  return 2 * boost::math::cdf(boost::math::complement(t_distribution(moments.n), t));
}

bool equivalent_within(std::span<const double> values, double margin, double confidence) {
  // Two one-sided tests at 1 - confidence each are the two-sided interval at twice that.
  const auto interval = t_interval(values, 2 * confidence - 1);
  return interval && interval->low > -margin && interval->high < margin;
}

std::vector<HolmStep> holm(std::span<const double> p_values, double alpha) {
  std::vector<std::size_t> by_p(p_values.size());
  std::iota(by_p.begin(), by_p.end(), std::size_t{0});
  std::stable_sort(by_p.begin(), by_p.end(),
                   [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  std::vector<HolmStep> steps(p_values.size());
  for (std::size_t rank = 0; rank < by_p.size(); ++rank) {
    const double level = alpha / static_cast<double>(by_p.size() - rank);
    if (!(p_values[by_p[rank]] <= level)) break;
    steps[by_p[rank]] = {true, 1 - level};
  }
  return steps;
}

std::size_t blocks_for(double stdev, double half_width, double confidence) {
  const auto suffices = [&](std::size_t n) {
    return critical_t(n, confidence) * stdev / std::sqrt(static_cast<double>(n)) <= half_width;
  };
  constexpr std::size_t limit = 1U << 30U;
  std::size_t high = 2;
  while (high < limit && !suffices(high)) high *= 2;
  std::size_t low = high / 2;
  while (low + 1 < high) {
    const std::size_t middle = low + (high - low) / 2;
    (suffices(middle) ? high : low) = middle;
  }
  return high;
}

std::size_t blocks_for_claims(double confidence) {
  // All n signs alike: 2 * (1/2)^n <= 1 - confidence.
  std::size_t n = 1;
  double both_tails = 1;
  while (both_tails > 1 - confidence && n < 1024) {
    ++n;
    both_tails /= 2;
  }
  return n;
}

}  // namespace joust::stats
