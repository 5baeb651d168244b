#include "client/load/trace.hpp"

#include <algorithm>
#include <utility>

namespace joust::client {

void IntervalBoard::hand_over(std::uint64_t number, const Interval& part, bool last) {
  const std::lock_guard lock(mutex_);
  Pending& pending = pending_[number];
  Interval& whole = pending.interval;
  whole.start_ns = part.start_ns;
  whole.length_ns = std::max(whole.length_ns, part.length_ns);
  whole.ok += part.ok;
  whole.failed += part.failed;
  whole.latency.merge(part.latency);
  ++pending.parts;
  if (last) ended_after_.push_back(number);
}

std::vector<Interval> IntervalBoard::take_complete() {
  const std::lock_guard lock(mutex_);
  std::vector<Interval> complete;
  while (!pending_.empty()) {
    const auto first = pending_.begin();
    const auto gone = std::count_if(ended_after_.begin(), ended_after_.end(),
                                    [&](std::uint64_t last) { return last < first->first; });
    if (first->second.parts + static_cast<std::size_t>(gone) < threads_) break;
    complete.push_back(std::move(first->second.interval));
    pending_.erase(first);
  }
  return complete;
}

void ThreadTrace::finished(const Sample& sample, std::optional<std::int64_t> latency_ns) {
  pass(sample.end_ns);
  if (latency_ns) {
    ++current_.ok;
    current_.latency.record(*latency_ns);
  } else {
    ++current_.failed;
  }
  if (!keeps_samples_) return;
  Sample kept = sample;
  for (std::int64_t* stamp : {&kept.due_ns, &kept.sent_ns, &kept.first_byte_ns, &kept.end_ns})
    if (*stamp != 0) *stamp -= start_ns_;
  samples_.push_back(kept);
}

void ThreadTrace::pass(std::int64_t now_ns) {
  constexpr std::int64_t length = IntervalBoard::length_ns;
  if (board_ == nullptr) return;
  while (now_ns - start_ns_ >= static_cast<std::int64_t>(number_ + 1) * length) {
    current_.length_ns = length;
    board_->hand_over(number_, current_, false);
    current_ = {};
    current_.start_ns = static_cast<std::int64_t>(++number_) * length;
  }
}

void ThreadTrace::end(std::int64_t now_ns) {
  pass(now_ns);
  if (board_ == nullptr) return;
  current_.length_ns = now_ns - start_ns_ - current_.start_ns;
  board_->hand_over(number_, current_, true);
}

std::vector<Sample> in_time_order(std::vector<std::vector<Sample>> of_threads) {
  std::vector<Sample> all;
  for (const auto& samples : of_threads) all.insert(all.end(), samples.begin(), samples.end());
  std::stable_sort(all.begin(), all.end(),
                   [](const Sample& a, const Sample& b) { return a.end_ns < b.end_ns; });
  return all;
}

}  // namespace joust::client
