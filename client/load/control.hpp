// What the thread that runs a load and its load threads tell each other: window edges and stop in
// one direction, signs of life in the other. Written rarely; load threads read one word a pass.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "client/load/recorder.hpp"

namespace joust::client {

/// Written by one load thread, about a hundred times a second; on cache lines of its own.
struct alignas(128) ThreadSigns {
  std::atomic<bool> all_busy{false};  // every connection has been at work once
  std::atomic<bool> connected{false};
  std::atomic<std::uint64_t> completed{0};
  std::atomic<std::uint64_t> failed{0};
};

class Control {
 public:
  /// `at_open`, `at_close`: called once each by the load thread that meets the window's edge: the
  /// first one to meet the opening, and the closing by the first or (a count of answers) the last.
  Control(std::size_t threads, bool last_closes, std::function<void()> at_open,
          std::function<void()> at_close);

  // --- the running thread's side
  void publish(Window window);
  void request_stop(std::int64_t at_ns);
  const ThreadSigns& signs(std::size_t thread) const { return signs_[thread]; }

  // --- the load threads' side
  /// Changes whenever something was published.
  std::uint32_t version() const { return version_.load(std::memory_order_acquire); }
  Window window() const;
  /// `never_ns` unless the load is to stop.
  std::int64_t stop_ns() const { return stop_ns_.load(std::memory_order_relaxed); }
  /// The stamp of the first thread that asks: schedules of all threads begin there.
  std::int64_t common_start(std::int64_t now_ns);
  ThreadSigns& own_signs(std::size_t thread) { return signs_[thread]; }
  void crossed_opening();
  void crossed_closing();

 private:
  std::atomic<std::uint32_t> version_{0};
  std::atomic<std::int64_t> open_ns_{never_ns};
  std::atomic<std::int64_t> close_ns_{never_ns};
  std::atomic<std::int64_t> stop_ns_{never_ns};
  std::atomic<std::int64_t> start_ns_{never_ns};
  std::atomic<std::size_t> opened_{0};
  std::atomic<std::size_t> closed_{0};
  std::size_t closing_one_;  // the crossing of this number closes the window
  std::function<void()> at_open_;
  std::function<void()> at_close_;
  std::vector<ThreadSigns> signs_;
};

}  // namespace joust::client
