// Exact transport, and the order-statistic intervals.
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "base/error.hpp"
#include "results/model/histogram.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/contains.hpp"

using joust::Histogram;
using joust::test::contains;

namespace {

std::string refusal(const std::vector<Histogram::Bucket>& buckets,
                    const Histogram::Totals& totals) {
  try {
    Histogram::from(buckets, totals);
  } catch (const joust::Error& error) {
    return error.what();
  }
  return "accepted";
}

/// `n` values of which the one at rank r is r - base, kept where each value has its own bucket.
Histogram ranks_around(std::int64_t n, std::int64_t base) {
  Histogram histogram;
  for (std::int64_t rank = 1; rank <= n; ++rank) {
    histogram.record(std::min<std::int64_t>(std::max<std::int64_t>(rank - base, 0), 2000));
  }
  return histogram;
}

}  // namespace

TEST_CASE("Buckets and totals rebuild the histogram exactly") {
  Histogram histogram;
  for (const std::int64_t value : {-5LL, 0LL, 3LL, 2048LL, 123456789LL, 4'000'000'000'000LL}) {
    histogram.record(value);
  }
  const auto copy = Histogram::from(histogram.buckets(), histogram.totals());
  CHECK(copy.count() == histogram.count());
  CHECK(copy.min() == histogram.min());
  CHECK(copy.max() == histogram.max());
  CHECK(copy.mean() == histogram.mean());
  CHECK(copy.stdev() == histogram.stdev());
  CHECK(copy.overflow() == 1);
  CHECK(copy.anomalies() == 1);
  for (const double q : {0.0, 0.2, 0.5, 0.8, 1.0}) CHECK(copy.quantile(q) == histogram.quantile(q));
  const auto empty = Histogram::from({}, {});
  CHECK(empty.empty());
}

TEST_CASE("A rebuilt histogram merges and records like any other") {
  Histogram small;
  small.record(100, 3);
  const auto rebuilt = Histogram::from(small.buckets(), small.totals());
  Histogram large;
  large.record(5'000'000, 2);
  large.record(Histogram::max_value_ns + 1);
  auto merged = rebuilt;
  merged.merge(large);
  CHECK(merged.count() == 6);
  CHECK(merged.quantile(0.5) == 100);
  CHECK(merged.overflow() == 1);
  large.merge(rebuilt);
  CHECK(large.buckets().size() == merged.buckets().size());
  auto recorded = rebuilt;
  recorded.record(9'000'000'000);
  recorded.record(Histogram::max_value_ns + 7);
  CHECK(recorded.count() == 5);
  CHECK(recorded.max() == Histogram::max_value_ns + 7);
  CHECK(recorded.overflow() == 1);
}

TEST_CASE("Buckets and totals that contradict each other are refused") {
  const Histogram::Totals ten{10, 10, 10, 0, 0};
  CHECK(refusal({{10, 1}}, ten) == "accepted");
  CHECK(contains(refusal({{10'000'000, 1}}, ten), "beyond the last"));
  CHECK(contains(refusal({{10, 0}}, ten), "count of 0"));
  CHECK(contains(refusal({{10, 1}, {10, 1}}, ten), "listed twice"));
  CHECK(contains(refusal({}, ten), "no bucket"));
  CHECK(contains(refusal({{10, 1}}, {9, 10, 10, 0, 0}), "minimum"));
  CHECK(contains(refusal({{10, 1}}, {-1, 10, 10, 0, 0}), "minimum"));
  CHECK(contains(refusal({{10, 1}}, {10, 11, 10, 0, 0}), "maximum"));
  CHECK(contains(refusal({{10, 1}}, {10, 10, 11, 0, 0}), "sum"));
  CHECK(contains(refusal({{10, 1}}, {10, 10, std::nan(""), 0, 0}), "sum"));
  CHECK(contains(refusal({{10, 1}}, {10, 10, 10, 1, 0}), "above one hour"));
  CHECK(contains(refusal({{10, 1}}, {10, 10, 10, 0, 1}), "negative"));
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  CHECK(contains(refusal({{10, most}, {11, 1}}, {10, 11, 21, 0, 0}), "64 bits"));
}

TEST_CASE("A tail quantile has an interval from as many values as the tables say") {
  // Smallest n with a finite 95 % interval: p99 368, p99.9 3688, p99.99 36887.
  const auto exists = [](double q, std::uint64_t n) {
    Histogram histogram;
    histogram.record(1, n);
    return histogram.quantile_interval(q, 0.95).has_value();
  };
  CHECK_FALSE(exists(0.99, 367));
  CHECK(exists(0.99, 368));
  CHECK_FALSE(exists(0.999, 3687));
  CHECK(exists(0.999, 3688));
  CHECK_FALSE(exists(0.9999, 36886));
  CHECK(exists(0.9999, 36887));
}

TEST_CASE("The interval's ranks are those of the exact binomial distribution") {
  // n = 10^4: p98.80 to p99.20, p99.83 to p99.97.
  const auto p99 = ranks_around(10'000, 9'000).quantile_interval(0.99, 0.95).value();
  CHECK(std::abs(p99.first - 880) <= 1);
  CHECK(std::abs(p99.second - 920) <= 1);
  const auto p999 = ranks_around(10'000, 9'000).quantile_interval(0.999, 0.95).value();
  CHECK(std::abs(p999.first - 983) <= 1);
  CHECK(std::abs(p999.second - 997) <= 1);
  // n = 20, the median at 95 %: the 6th and the 15th value (coverage 95.9 %).
  const auto median = ranks_around(20, 0).quantile_interval(0.5, 0.95).value();
  CHECK(median.first == 6);
  CHECK(median.second == 15);
}

TEST_CASE("The interval holds the quantile, and a higher confidence widens it") {
  const auto histogram = ranks_around(2000, 0);
  const auto narrow = histogram.quantile_interval(0.9, 0.95).value();
  const auto wide = histogram.quantile_interval(0.9, 0.99).value();
  CHECK(narrow.first <= histogram.quantile(0.9));
  CHECK(histogram.quantile(0.9) <= narrow.second);
  CHECK(wide.first < narrow.first);
  CHECK(wide.second > narrow.second);
  CHECK_FALSE(histogram.quantile_interval(0.0, 0.95));
  CHECK_FALSE(histogram.quantile_interval(1.0, 0.95));
}

TEST_CASE("Intervals of hundreds of millions of values are found at once") {
  Histogram histogram;
  histogram.record(1'000, 495'000'000);
  histogram.record(2'000, 5'000'000);
  const auto interval = histogram.quantile_interval(0.5, 0.99).value();
  CHECK(interval.first == 1000);
  CHECK(interval.second == 1000);
}
