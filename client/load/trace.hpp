// What is kept of a load beside its sums, where somebody asks: the figures of every interval as the
// load goes on, and every single request. Knows no files and no printing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "results/model/histogram.hpp"
#include "results/model/load_result.hpp"

namespace joust::client {

/// A part of the load, from its start on without gaps; the last one may be shorter.
struct Interval {
  std::int64_t start_ns = 0;  // since the load began
  std::int64_t length_ns = 0;
  std::uint64_t ok = 0;
  std::uint64_t failed = 0;
  Histogram latency;  // of right answers: response time in an open loop, else service time
};

/// One finished request; stamps since the load began.
struct Sample {
  static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();

  std::int64_t due_ns = none;  // open loop
  std::int64_t sent_ns = none;
  std::int64_t first_byte_ns = none;
  std::int64_t end_ns = 0;  // last byte, or failure
  int status = 0;           // 0: no answer
  std::optional<FailureClass> failure;
};

/// Puts together what the threads of a load hand over, interval by interval.
class IntervalBoard {
 public:
  explicit IntervalBoard(std::size_t threads) : threads_(threads) {}

  static constexpr std::int64_t length_ns = 1'000'000'000;

  /// By a load thread: its part of an interval, each once and in order; the last one with how long
  /// it was.
  void hand_over(std::uint64_t number, const Interval& part, bool last);
  /// By the running thread: intervals that every thread has handed over, each once and in order.
  std::vector<Interval> take_complete();

 private:
  struct Pending {
    Interval interval;
    std::size_t parts = 0;
  };

  std::size_t threads_;
  std::mutex mutex_;  // guards what follows
  std::map<std::uint64_t, Pending> pending_;
  std::vector<std::uint64_t> ended_after_;  // number of the last interval of each thread that ended
};

/// One thread's.
class ThreadTrace {
 public:
  /// `board`: null where no intervals are asked for; outlives the trace.
  ThreadTrace(IntervalBoard* board, bool keep_samples)
      : board_(board), keeps_samples_(keep_samples) {}

  void begin(std::int64_t start_ns) { start_ns_ = start_ns; }
  /// A request is finished, with stamps of the clock; `latency_ns` where it was right.
  void finished(const Sample& sample, std::optional<std::int64_t> latency_ns);
  /// Hands over intervals that are past.
  void pass(std::int64_t now_ns);
  void end(std::int64_t now_ns);

  std::deque<Sample> take_samples() { return std::move(samples_); }

 private:
  IntervalBoard* board_;
  bool keeps_samples_;
  std::int64_t start_ns_ = 0;
  std::uint64_t number_ = 0;  // of the current interval
  Interval current_;
  std::deque<Sample> samples_;  // grows without moving what is there
};

/// In the order of their ends.
std::vector<Sample> in_time_order(std::vector<std::deque<Sample>> of_threads);

}  // namespace joust::client
