#include "client/formats/hgrm.hpp"

#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace joust::client {
namespace {

constexpr double ns_a_ms = 1e6;
constexpr int steps_a_half = 5;
// How results/model/histogram.hpp cuts its range, in the words of the format.
constexpr int linear_buckets = 2048;
constexpr int octaves = 32;

/// The next percentile after `percent`: a fifth of the way that halves what lies above.
double next_percent(double percent) {
  const double halvings = std::floor(std::log2(100 / (100 - percent)));
  return percent + 100 / (std::exp2(halvings + 1) * steps_a_half);
}

std::uint64_t count_up_to(const std::vector<Histogram::Bucket>& buckets, std::int64_t value_ns) {
  std::uint64_t count = 0;
  for (const auto& bucket : buckets)
    if (Histogram::lowest_value_of(bucket.index) <= value_ns) count += bucket.count;
  return count;
}

}  // namespace

std::string hgrm_of(const Histogram& histogram) {
  std::string text = fmt::format("{:>12} {:>14} {:>10} {:>14}\n\n", "Value", "Percentile",
                                 "TotalCount", "1/(1-Percentile)");
  const auto buckets = histogram.buckets();
  const auto line = [&](double share) {
    const std::int64_t value = *histogram.quantile(share);
    text += fmt::format("{:12.6f} {:2.12f} {:10}", static_cast<double>(value) / ns_a_ms, share,
                        count_up_to(buckets, value));
    text += share < 1 ? fmt::format(" {:14.2f}\n", 1 / (1 - share)) : "\n";
    return value;
  };
  if (!histogram.empty()) {
    // Up to the step at which only the largest value is left.
    for (double percent = 0; line(percent / 100) < *histogram.max();
         percent = next_percent(percent)) {
    }
    line(1);
  }
  text +=
      fmt::format("#[Mean    = {:12.6f}, StdDeviation   = {:12.6f}]\n",
                  histogram.mean().value_or(0) / ns_a_ms, histogram.stdev().value_or(0) / ns_a_ms);
  text +=
      fmt::format("#[Max     = {:12.6f}, Total count    = {:12}]\n",
                  static_cast<double>(histogram.max().value_or(0)) / ns_a_ms, histogram.count());
  text += fmt::format("#[Buckets = {:12}, SubBuckets     = {:12}]\n", octaves, linear_buckets);
  return text;
}

}  // namespace joust::client
