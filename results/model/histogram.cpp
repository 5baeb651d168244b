#include "results/model/histogram.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>

#include "base/error.hpp"

namespace joust {

namespace {

constexpr double supporting_values = 100;  // that lie above a quantile before it may be shown
// Relative slack for products such as 0.07 * 100, which is 7.000000000000001 in binary.
constexpr double rounding_slack = 1e-14;

std::uint64_t ceil_forgiving(double value) {
  return static_cast<std::uint64_t>(std::ceil(value - value * rounding_slack));
}

std::uint64_t nearest_rank(double q, std::uint64_t count) {
  const double clamped = std::clamp(q, 0.0, 1.0);
  return std::clamp<std::uint64_t>(ceil_forgiving(clamped * static_cast<double>(count)), 1, count);
}

/// The smallest k in [0, n] with P(Bin(n, q) <= k) >= probability.
std::uint64_t binomial_quantile(std::uint64_t n, double q, double probability) {
  const boost::math::binomial_distribution<double> distribution(static_cast<double>(n), q);
  std::uint64_t low = 0;
  std::uint64_t high = n;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (boost::math::cdf(distribution, static_cast<double>(middle)) >= probability) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace

Histogram::Histogram() : counts_(bucket_count()) {}

void Histogram::record(std::int64_t value_ns, std::uint64_t times) {
  if (times == 0) return;
  if (value_ns < 0 || value_ns > max_value_ns) {
    record_odd(value_ns, times);
    return;
  }
  add(index_of(value_ns), value_ns, times);
  sum_ += static_cast<double>(value_ns) * static_cast<double>(times);
}

void Histogram::record_odd(std::int64_t value_ns, std::uint64_t times) {
  if (value_ns < 0) {
    anomalies_ += times;
    add(0, 0, times);
    return;
  }
  overflow_ += times;
  add(bucket_count() - 1, value_ns, times);
  sum_ += static_cast<double>(value_ns) * static_cast<double>(times);
}

void Histogram::merge(const Histogram& other) {
  if (counts_.size() < other.counts_.size()) counts_.resize(other.counts_.size());
  for (std::size_t i = 0; i < other.counts_.size(); ++i) counts_[i] += other.counts_[i];
  count_ += other.count_;
  overflow_ += other.overflow_;
  anomalies_ += other.anomalies_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
  sum_ += other.sum_;
}

std::optional<std::int64_t> Histogram::min() const {
  if (empty()) return std::nullopt;
  return min_;
}

std::optional<std::int64_t> Histogram::max() const {
  if (empty()) return std::nullopt;
  return max_;
}

std::optional<double> Histogram::mean() const {
  if (empty()) return std::nullopt;
  return sum_ / static_cast<double>(count_);
}

std::optional<double> Histogram::stdev() const {
  if (count_ < 2) return std::nullopt;
  const double centre = sum_ / static_cast<double>(count_);
  double squares = 0;
  for (const auto& [index, count] : buckets()) {
    const auto low = std::max(lowest_value_of(index), min_);
    const auto high = std::max(std::min(highest_value_of(index), max_), low);
    const double middle = 0.5 * (static_cast<double>(low) + static_cast<double>(high));
    squares += static_cast<double>(count) * (middle - centre) * (middle - centre);
  }
  return std::sqrt(squares / static_cast<double>(count_ - 1));
}

std::int64_t Histogram::value_at(std::uint64_t rank) const {
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    seen += counts_[i];
    if (seen >= rank) {
      return std::clamp(highest_value_of(static_cast<std::uint32_t>(i)), min_, max_);
    }
  }
  return max_;
}

std::optional<std::int64_t> Histogram::quantile(double q) const {
  if (empty()) return std::nullopt;
  return value_at(nearest_rank(q, count_));
}

std::uint64_t Histogram::needed_for(double q) {
  const double above = 1.0 - q;
  // Beyond the resolution of 1 - q nothing can be told apart from the maximum.
  if (!(above > 1e-15)) return std::numeric_limits<std::uint64_t>::max();
  // 1 - q carries the rounding of q, which matters the more the closer q is to 1.
  const double exact = supporting_values / above;
  return static_cast<std::uint64_t>(std::ceil(exact - exact * (2e-16 / above + rounding_slack)));
}

bool Histogram::supports(double q) const { return count_ >= needed_for(q); }

std::optional<std::pair<std::int64_t, std::int64_t>> Histogram::quantile_interval(
    double q, double confidence) const {
  if (empty() || !(q > 0 && q < 1) || !(confidence > 0 && confidence < 1)) return std::nullopt;
  const double tail = (1.0 - confidence) / 2;
  // Hahn & Meeker 1991: l is the largest rank with P(Bin(n, q) <= l - 1) <= tail,
  // u the smallest with P(Bin(n, q) <= u - 1) >= 1 - tail.
  const std::uint64_t lower_rank = binomial_quantile(count_, q, tail);
  const std::uint64_t upper_rank = binomial_quantile(count_, q, 1.0 - tail) + 1;
  if (lower_rank < 1 || upper_rank > count_) return std::nullopt;
  return std::pair{value_at(lower_rank), value_at(upper_rank)};
}

std::vector<Histogram::Bucket> Histogram::buckets() const {
  std::vector<Bucket> filled;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] > 0) filled.push_back({static_cast<std::uint32_t>(i), counts_[i]});
  }
  return filled;
}

std::int64_t Histogram::lowest_value_of(std::uint32_t index) {
  const std::uint64_t octave = index / half_octave;
  if (octave < 2) return index;
  const std::uint64_t shift = octave - 1;
  return static_cast<std::int64_t>((index - shift * half_octave) << shift);
}

std::int64_t Histogram::highest_value_of(std::uint32_t index) {
  return lowest_value_of(index + 1) - 1;
}

Histogram::Totals Histogram::totals() const {
  if (empty()) return {};
  return {min_, max_, sum_, overflow_, anomalies_};
}

Histogram Histogram::from(const std::vector<Bucket>& buckets, const Totals& totals) {
  const std::size_t last = bucket_count() - 1;
  std::size_t highest = 0;
  for (const auto& [index, count] : buckets) {
    if (index > last) throw user_error("bucket {} is beyond the last one, {}", index, last);
    if (count == 0) throw user_error("bucket {} is listed with a count of 0", index);
    highest = std::max<std::size_t>(highest, index);
  }
  Histogram histogram{std::vector<std::uint64_t>(highest + 1)};
  for (const auto& [index, count] : buckets) {
    if (histogram.counts_[index] != 0) throw user_error("bucket {} is listed twice", index);
    if (histogram.count_ + count < count) throw user_error("the counts exceed 64 bits");
    histogram.counts_[index] = count;
    histogram.count_ += count;
  }
  histogram.refuse_contradictions(totals);
  if (histogram.empty()) return histogram;
  histogram.min_ = totals.min_ns;
  histogram.max_ = totals.max_ns;
  histogram.sum_ = totals.sum_ns;
  histogram.overflow_ = totals.overflow;
  histogram.anomalies_ = totals.anomalies;
  return histogram;
}

void Histogram::refuse_contradictions(const Totals& totals) const {
  const auto filled = buckets();
  if (filled.empty()) {
    if (totals.min_ns == 0 && totals.max_ns == 0 && totals.sum_ns == 0 && totals.overflow == 0 &&
        totals.anomalies == 0) {
      return;
    }
    throw user_error("totals of values, but no bucket holds any");
  }
  const auto bucket_of = [](std::int64_t value) {
    return value > max_value_ns ? bucket_count() - 1 : index_of(value);
  };
  if (totals.min_ns < 0 || bucket_of(totals.min_ns) != filled.front().index) {
    throw user_error("the minimum of {} ns is not in the first bucket, {}", totals.min_ns,
                     filled.front().index);
  }
  if (totals.max_ns < totals.min_ns || bucket_of(totals.max_ns) != filled.back().index) {
    throw user_error("the maximum of {} ns is not in the last bucket, {}", totals.max_ns,
                     filled.back().index);
  }
  const double n = static_cast<double>(count_);
  const double low = static_cast<double>(totals.min_ns) * n;
  const double high = static_cast<double>(totals.max_ns) * n;
  if (!(totals.sum_ns >= low * (1 - 1e-9) && totals.sum_ns <= high * (1 + 1e-9))) {
    throw user_error("the sum of {} ns is not that of {} values from {} to {} ns", totals.sum_ns,
                     count_, totals.min_ns, totals.max_ns);
  }
  const std::uint64_t longest = counts_.size() == bucket_count() ? counts_.back() : 0;
  if (totals.overflow > longest) {
    throw user_error("{} values above one hour, but the last bucket holds {}", totals.overflow,
                     longest);
  }
  if (totals.anomalies > counts_.front()) {
    throw user_error("{} negative values, but the first bucket holds {}", totals.anomalies,
                     counts_.front());
  }
}

}  // namespace joust
