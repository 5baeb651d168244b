#include "servers/null/delays.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace joust::null_server {
namespace {

constexpr std::size_t first_waiting = 1024;
constexpr unsigned linear_bits = 11;  // values below 2^11 have a bucket each

}  // namespace

void WaitingQueue::push(const Waiting& waiting) {
  if (tail_ - head_ == ring_.size()) {
    std::vector<Waiting> larger(std::max(first_waiting, ring_.size() * 2));
    for (std::size_t i = head_; i != tail_; ++i) larger[i - head_] = ring_[i & (ring_.size() - 1)];
    tail_ -= head_;
    head_ = 0;
    ring_ = std::move(larger);
  }
  ring_[tail_++ & (ring_.size() - 1)] = waiting;
}

DelayHistogram::DelayHistogram() : counts_(bucket_of(UINT64_MAX) + 1) {}

// Each power of two above the linear part is cut into 2^(linear_bits - 1) equal buckets.
std::size_t DelayHistogram::bucket_of(std::uint64_t ns) {
  const auto bits = static_cast<unsigned>(std::bit_width(ns));
  const unsigned shift = bits > linear_bits ? bits - linear_bits : 0;
  return (std::size_t{shift} << (linear_bits - 1)) + (ns >> shift);
}

std::uint64_t DelayHistogram::low_of(std::size_t bucket) {
  constexpr std::size_t half = std::size_t{1} << (linear_bits - 1);
  if (bucket < 2 * half) return bucket;
  const std::size_t shift = bucket / half - 1;
  return (bucket - shift * half) << shift;
}

void DelayHistogram::record(std::int64_t ns) {
  const auto value = static_cast<std::uint64_t>(std::max<std::int64_t>(ns, 0));
  ++counts_[bucket_of(value)];
  ++count_;
  sum_ns_ += value;
  min_ns_ = std::min(min_ns_, value);
  max_ns_ = std::max(max_ns_, value);
}

void DelayHistogram::merge(const DelayHistogram& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
  count_ += other.count_;
  sum_ns_ += other.sum_ns_;
  min_ns_ = std::min(min_ns_, other.min_ns_);
  max_ns_ = std::max(max_ns_, other.max_ns_);
}

// Nearest rank: the low edge of its bucket, the last one exactly.
std::uint64_t DelayHistogram::percentile(double percent) const {
  const auto rank = std::max<std::uint64_t>(
      1, static_cast<std::uint64_t>(std::ceil(percent / 100 * static_cast<double>(count_))));
  if (rank >= count_) return max_ns_;
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    seen += counts_[i];
    if (seen >= rank) return std::clamp(low_of(i), min_ns_, max_ns_);
  }
  return max_ns_;
}

std::string DelayHistogram::json(Nanoseconds asked) const {
  std::string text = fmt::format(R"({{"schema":"joust.null-delays/1","delay_ns":{},"count":{})",
                                 asked.count(), count_);
  if (count_ > 0) {
    auto out = std::back_inserter(text);
    fmt::format_to(out, R"(,"min_ns":{},"mean_ns":{},"max_ns":{},"percentiles_ns":{{)", min_ns_,
                   sum_ns_ / count_, max_ns_);
    constexpr std::array<std::pair<const char*, double>, 5> shown{
        {{"50", 50}, {"90", 90}, {"99", 99}, {"99.9", 99.9}, {"100", 100}}};
    const char* comma = "";
    for (const auto& [name, percent] : shown) {
      fmt::format_to(out, R"({}"{}":{})", comma, name, percentile(percent));
      comma = ",";
    }
    text += R"(},"histogram":[)";
    comma = "";
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      if (counts_[i] == 0) continue;
      fmt::format_to(out, "{}[{},{}]", comma, low_of(i), counts_[i]);
      comma = ",";
    }
    text += "]";
  }
  return text + "}\n";
}

}  // namespace joust::null_server
