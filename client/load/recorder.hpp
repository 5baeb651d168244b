// Everything one thread counts and times while it measures: plain values, merged after the run.
// Knows which stamps lie in the window; knows no connections and no printing.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>

#include "results/model/histogram.hpp"
#include "results/model/load_result.hpp"

namespace joust::client {

inline constexpr std::int64_t never_ns = std::numeric_limits<std::int64_t>::max();

/// Half-open interval of stamps; `never_ns` where an edge is not known yet.
struct Window {
  std::int64_t open_ns = never_ns;
  std::int64_t close_ns = never_ns;

  bool holds(std::int64_t at_ns) const { return at_ns >= open_ns && at_ns < close_ns; }
  /// The part of [from, to) that lies in the window.
  std::int64_t overlap(std::int64_t from_ns, std::int64_t to_ns) const;
};

/// What keeps a connection at work; the sum over connections is compared with Little's law.
enum class Work : std::uint8_t { outstanding, connecting, turnaround };

struct Recorder {
  Window window;
  RequestCounts requests;
  WindowCounts in_window;  // start and length are filled when threads are merged
  std::array<std::uint64_t, 1000> status{};
  ConnectionCounts connections;
  ByteCounts bytes;  // the reader's view; the socket's is the engine's
  std::array<std::int64_t, 3> work_ns{};
  std::map<int, std::uint64_t> own_limit_errno;

  /// ok answers of the window. Most answers come in one piece: first and last byte have one stamp
  /// and are recorded once, in `whole`.
  Histogram whole;
  Histogram service_of_split;
  Histogram first_byte_of_split;
  Histogram connect;
  Histogram response;  // of an open loop
  Histogram lag;
  Histogram loop_delay;
  std::uint64_t due = 0;   // in the window, by the schedule
  std::uint64_t sent = 0;  // of these
  std::uint64_t late = 0;
  std::uint64_t conforming = 0;

  void worked(Work work, std::int64_t from_ns, std::int64_t to_ns) {
    work_ns[static_cast<std::size_t>(work)] += window.overlap(from_ns, to_ns);
  }
  /// An ok answer; stamps of its send, first and last byte.
  void answered(std::int64_t sent_ns, std::int64_t first_ns, std::int64_t last_ns, bool carried);
  void failed(FailureClass failure, int error_number, std::int64_t now_ns, bool carried);

  Histogram service() const;
  Histogram first_byte() const;
  /// Adds another thread's; windows must have closed.
  void merge(const Recorder& other);
};

inline std::int64_t Window::overlap(std::int64_t from_ns, std::int64_t to_ns) const {
  if (from_ns >= open_ns && to_ns <= close_ns) [[likely]]
    return to_ns - from_ns;
  const std::int64_t begin = from_ns > open_ns ? from_ns : open_ns;
  const std::int64_t end = to_ns < close_ns ? to_ns : close_ns;
  return end > begin ? end - begin : 0;
}

}  // namespace joust::client
