// Log-linear histogram of nanosecond values: three significant digits from 1 ns to 1 h, exact
// merge. One per thread while measuring; knows nothing of percent signs, printing or files.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace joust {

/// Values 0..2047 have a bucket each; above, every power of two is cut into 1024 equal buckets, so
/// a bucket is never wider than 1/1024 of its values. Values above one hour are counted in the last
/// bucket and in `overflow`, negative ones as 0 and in `anomalies`.
class Histogram {
 public:
  static constexpr std::int64_t max_value_ns = 3'600'000'000'000;

  Histogram();

  /// The load client's hot path: no branch but range checks that never fire, and no allocation in a
  /// histogram that began empty.
  void record(std::int64_t value_ns) {
    if (value_ns < 0 || value_ns > max_value_ns) [[unlikely]] {
      record_odd(value_ns, 1);
      return;
    }
    add(index_of(value_ns), value_ns, 1);
    sum_ += static_cast<double>(value_ns);
  }
  void record(std::int64_t value_ns, std::uint64_t times);
  void merge(const Histogram& other);

  std::uint64_t count() const { return count_; }
  bool empty() const { return count_ == 0; }
  std::uint64_t overflow() const { return overflow_; }
  std::uint64_t anomalies() const { return anomalies_; }
  /// Exact, not bucketed. Nothing when empty.
  std::optional<std::int64_t> min() const;
  std::optional<std::int64_t> max() const;
  std::optional<double> mean() const;
  /// Sample standard deviation from bucket middles; nothing below two values.
  std::optional<double> stdev() const;

  /// Nearest rank: the value at rank ceil(q * count) of the sorted values, as the highest value
  /// equivalent to its bucket, clamped to [min, max]. q in [0, 1]. Nothing when empty.
  std::optional<std::int64_t> quantile(double q) const;
  /// Whether the printing rule lets quantile q be shown: count * (1 - q) >= 100.
  bool supports(double q) const;
  /// Values needed before quantile q may be shown; the largest number for q = 1, which never may.
  static std::uint64_t needed_for(double q);
  /// Order-statistic interval of quantile q at `confidence` (exact binomial ranks); nothing when
  /// the ranks fall outside the sample.
  std::optional<std::pair<std::int64_t, std::int64_t>> quantile_interval(double q,
                                                                         double confidence) const;

  // --- exact transport
  struct Bucket {
    std::uint32_t index;
    std::uint64_t count;
  };
  std::vector<Bucket> buckets() const;  // non-empty ones, ascending
  static std::int64_t lowest_value_of(std::uint32_t index);
  static std::int64_t highest_value_of(std::uint32_t index);
  struct Totals {
    std::int64_t min_ns = 0;
    std::int64_t max_ns = 0;
    double sum_ns = 0;
    std::uint64_t overflow = 0;
    std::uint64_t anomalies = 0;
  };
  Totals totals() const;
  /// Rebuilds what `buckets` and `totals` described. Error{user_input} where they contradict.
  static Histogram from(const std::vector<Bucket>& buckets, const Totals& totals);

 private:
  explicit Histogram(std::vector<std::uint64_t> counts) : counts_(std::move(counts)) {}

  static constexpr int linear_bits = 11;  // 0 .. 2047 exactly
  static constexpr std::uint64_t half_octave = 1ULL << (linear_bits - 1);

  /// Every octave above the linear part continues where the one below ends.
  static constexpr std::size_t index_of(std::int64_t value_ns) {
    const auto value = static_cast<std::uint64_t>(value_ns);
    const int width = 64 - std::countl_zero(value);
    const int shift = width > linear_bits ? width - linear_bits : 0;
    return static_cast<std::size_t>(static_cast<std::uint64_t>(shift) * half_octave +
                                    (value >> shift));
  }
  static constexpr std::size_t bucket_count() { return index_of(max_value_ns) + 1; }
  void add(std::size_t index, std::int64_t value_ns, std::uint64_t times) {
    if (index >= counts_.size()) [[unlikely]] {
      counts_.resize(bucket_count());
    }
    counts_[index] += times;
    count_ += times;
    min_ = value_ns < min_ ? value_ns : min_;
    max_ = value_ns > max_ ? value_ns : max_;
  }
  void record_odd(std::int64_t value_ns, std::uint64_t times);
  std::int64_t value_at(std::uint64_t rank) const;
  void refuse_contradictions(const Totals& totals) const;

  // All buckets, or in one that was rebuilt from a file as many as it fills: reports hold
  // thousands.
  std::vector<std::uint64_t> counts_;
  std::uint64_t count_ = 0;
  std::uint64_t overflow_ = 0;
  std::uint64_t anomalies_ = 0;
  std::int64_t min_ = std::numeric_limits<std::int64_t>::max();  // while empty
  std::int64_t max_ = -1;                                        // while empty
  double sum_ = 0;  // integers stay exact to 2^53 ns; relative error beyond is below 1e-15 a step
};

}  // namespace joust
