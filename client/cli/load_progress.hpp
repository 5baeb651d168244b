// How far a load is, for people: one line that moves on a terminal, a line a second elsewhere.
#pragma once

#include <string>

#include "base/live_line.hpp"
#include "client/load/load_generator.hpp"

namespace joust::client::cli {

class LoadProgress {
 public:
  /// `line` outlives it.
  explicit LoadProgress(LiveLine& line) : line_(line) {}

  /// The latest second's figures, shown with the next progress on a terminal.
  void take(const Interval& interval);
  void show(const Progress& progress);

 private:
  LiveLine& line_;
  std::string latest_;
};

}  // namespace joust::client::cli
