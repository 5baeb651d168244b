// What the runner shows while it works: plain lines on stderr, the table's width on stdout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "suites/run/executor.hpp"

namespace joust::suites::cli {

/// Columns of the terminal on stdout; 0 where stdout is no terminal: no limit.
std::size_t stdout_width();

/// One line a sweep with the time left, one for every visit that is not valid. Silent when quiet.
class ProgressLines {
 public:
  ProgressLines(bool quiet, std::uint32_t sweeps);

  void show(const ExecutorProgress& progress);
  /// Notices are shown even when quiet.
  static void notice(std::string_view text);

 private:
  bool quiet_;
  std::uint32_t sweeps_;
  std::int64_t started_ns_;
  std::int64_t sweep_shown_ = -1;
  std::size_t done_before_ = 0;  // by the run that this one goes on with
};

}  // namespace joust::suites::cli
