// How far a run is, as lines: on a terminal one that moves, elsewhere one a sweep; and one for
// every visit that is not valid or was disturbed. Time is handed in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/live_line.hpp"
#include "suites/run/executor.hpp"

namespace joust::suites::cli {

class RunProgress {
 public:
  /// `line` outlives it.
  RunProgress(LiveLine& line, std::uint32_t sweeps, std::int64_t started_ns);

  void show(const ExecutorProgress& progress, std::int64_t now_ns);

 private:
  std::string standing(const ExecutorProgress& progress, std::int64_t now_ns) const;

  LiveLine& line_;
  std::uint32_t sweeps_;
  std::int64_t started_ns_;
  std::optional<std::uint32_t> sweep_shown_;
  std::size_t done_before_ = 0;  // by the run that this one goes on with
};

}  // namespace joust::suites::cli
