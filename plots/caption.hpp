// The words under a chart: how the run was made, what is not drawn and why. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "results/model/run.hpp"

namespace joust::plots {

/// A point that a chart should have and has not.
struct Omission {
  std::string what;   // the contender, or "p99 of NAME"
  std::string where;  // "c = 100"
  std::string reason;
  bool operator==(const Omission&) const = default;
};

/// What a chart turned out to be made of, gathered while it was built.
struct ChartFacts {
  std::optional<std::size_t> fewest_blocks;  // valid ones behind a drawn point
  std::size_t most_blocks = 0;
  bool intervals = false;            // at least one is drawn
  bool cut = false;                  // an interval reaches beyond its axis
  bool side_by_side = false;         // points of one level are moved apart
  bool zero_level = false;           // a logarithmic axis shows the level 0
  std::vector<Omission> omissions;   // each once
  std::vector<std::string> limited;  // "NAME at c = 100: client-limited"

  void count_blocks(std::size_t blocks);
  void omit(Omission omission);
};

/// "10 blocks a cell, windows of 250 ms after 100 ms of warm-up, closed loop; ...".
std::string conditions_line(const Run& run, const ChartFacts& facts);
/// "Not drawn: ..."; "" when there is nothing to say.
std::string omissions_line(const ChartFacts& facts);
std::string limits_line(const ChartFacts& facts);
/// Machine, run and version.
std::string origin_line(const Run& run);

/// "99 %", "99.5 %".
std::string percent(double share);

}  // namespace joust::plots
