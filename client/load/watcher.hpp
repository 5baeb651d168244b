// What another process and its descendants cost between the edges of the window.
// Files are found and opened before the window, so that an edge costs a few reads. Knows no HTTP.
#pragma once

#include <array>
#include <cstdint>
#include <ctime>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "base/unique_fd.hpp"
#include "client/load/thread_meter.hpp"
#include "results/model/load_result.hpp"

namespace joust::client {

class Watcher {
 public:
  /// Error{user_input} where there is no such process.
  explicit Watcher(int pid);

  /// Finds processes and threads that came since the last call. Takes milliseconds, in which an
  /// edge has to wait.
  void discover();
  void at_open() { read_edge(0); }
  void at_close() { read_edge(1); }
  /// After at_close: what the window cost; processes that came in it count whole. Nothing where all
  /// of them were gone.
  std::optional<Watched> watched(std::int64_t window_ns);
  std::size_t open_files() const { return processes_.size() + threads_.size(); }

 private:
  struct Process {
    UniqueFd stat;
    clockid_t cpu_clock = 0;               // includes threads that have ended
    std::array<std::int64_t, 2> cpu_ns{};  // at the two edges
    std::array<std::uint64_t, 2> faults{};
  };
  struct Thread {
    UniqueFd schedstat;
    std::array<std::optional<Schedstat>, 2> at;
  };
  using ThreadId = std::pair<int, int>;  // process, thread

  void add_process(int pid);
  void read_edge(std::size_t edge);

  int root_;
  std::mutex mutex_;  // guards what follows: edges are met by load threads
  std::map<int, Process> processes_;
  std::map<ThreadId, Thread> threads_;
};

}  // namespace joust::client
