// Student-t, exact sign interval, two one-sided tests, Holm: pure functions over block values.
// Sources: Hahn & Meeker 1991 (order-statistic intervals); Schuirmann 1987 (TOST); Holm 1979.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "results/model/estimate.hpp"

namespace joust::stats {

struct Moments {
  std::size_t n = 0;
  double mean = 0;
  double stdev = 0;  // sample standard deviation (n - 1); 0 below two values
};
Moments moments_of(std::span<const double> values);

/// mean +- t(confidence, n-1) * s / sqrt(n). Nothing below two values.
std::optional<Interval> t_interval(std::span<const double> values, double confidence);

/// Exact interval of the median by order statistics; nothing when n is too small for `confidence`
/// (8 values at 99 %, 6 at 95 %).
std::optional<Interval> sign_interval(std::span<const double> values, double confidence);

/// Two-sided p-value of mean = 0. 1 below two values; 0 where all values are one non-zero number.
double t_p_value(std::span<const double> values);

/// Two one-sided tests at 1 - confidence each: the mean lies within (-margin, +margin).
bool equivalent_within(std::span<const double> values, double margin, double confidence);

/// Holm's step-down: for each p-value the confidence level its own test has to be made at,
/// 1 - alpha / (m - rank + 1); once a step fails, later ones are never accepted (level 1).
struct HolmStep {
  bool rejected = false;    // "no difference" is rejected for this one, family-wise
  double confidence = 1.0;  // the adjusted two-sided level of its claim
};
std::vector<HolmStep> holm(std::span<const double> p_values, double alpha);

/// The fewest values whose sign interval exists: 8 at 99 %, 6 at 95 %.
std::size_t blocks_for_claims(double confidence);

/// Blocks needed in all for a half-width of `half_width` at standard deviation `stdev`.
std::size_t blocks_for(double stdev, double half_width, double confidence);

}  // namespace joust::stats
