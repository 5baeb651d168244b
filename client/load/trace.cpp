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
    if (*stamp != Sample::none) *stamp -= start_ns_;
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

/// Each thread's are in order already: what is merged is let go of.
std::vector<Sample> in_time_order(std::vector<std::deque<Sample>> of_threads) {
  std::size_t count = 0;
  for (const auto& samples : of_threads) count += samples.size();
  std::vector<Sample> all;
  all.reserve(count);
  while (all.size() < count) {
    auto* earliest = &of_threads.front();
    for (auto& samples : of_threads)
      if (earliest->empty() ||
          (!samples.empty() && samples.front().end_ns < earliest->front().end_ns))
        earliest = &samples;
    all.push_back(earliest->front());
    earliest->pop_front();
  }
  return all;
}

}  // namespace joust::client
