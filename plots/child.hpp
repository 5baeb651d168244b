// One short-lived child process with its output and a time limit: the operating-system calls of
// plots. Knows no gnuplot.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/units.hpp"

namespace joust::plots {

struct ChildEnd {
  int start_error = 0;     // errno where it could not be started; the rest says nothing then
  bool timed_out = false;  // it and its group were killed
  int exit_status = 0;     // of exit()
  int signal = 0;          // that ended it, or 0
  std::string output;      // standard output and error, mixed; the first 64 KiB

  bool succeeded() const {
    return start_error == 0 && !timed_out && exit_status == 0 && signal == 0;
  }
};

/// Looked for in PATH, run in `folder` with nothing to read, in a process group of its own that is
/// killed at the limit. Error{machine} only when pipes or waiting fail.
ChildEnd run_child(const std::vector<std::string>& argv, const std::filesystem::path& folder,
                   Nanoseconds limit);

}  // namespace joust::plots
