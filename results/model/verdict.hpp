// Figures and comparisons: what tables, charts, JSON and exit codes all read.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/model/estimate.hpp"

namespace joust {

enum class Verdict {
  faster,
  slower,
  equal,
  maybe,  // excludes "no difference", not the margin
  inconclusive,
  client_limited,
  server_limited,
  invalid,
  not_comparable,
};
std::string_view name_of(Verdict verdict);

/// contender x cell, every metric with its interval; over the valid visits.
struct Figure {
  std::string contender;
  std::string cell;
  std::size_t planned = 0;
  std::size_t valid = 0;
  std::map<std::string, Estimate> metrics;     // by metric id; absent: not measured
  std::map<std::string, std::string> missing;  // why one is absent, where there is more to say
  std::vector<std::string> marks;              // of its visits, each once
  std::vector<std::string> reasons;  // why visits are missing, or the cell is not applicable
};

/// The cell name of the comparison over all common valid cells.
inline constexpr std::string_view geometric_mean_cell = "geometric-mean";

struct Comparison {
  std::string cell;  // Cell::id or geometric_mean_cell
  std::string metric;
  std::string a;
  std::string b;                  // the reference
  std::optional<Estimate> ratio;  // a over b, in the direction "more is better"
  std::size_t blocks = 0;
  Verdict verdict = Verdict::invalid;
  bool told_apart = false;
  std::optional<std::size_t> blocks_needed;  // in all, for a decision at the spread seen
  std::string sentence;
};

/// Everything right of visits.jsonl.
struct Findings {
  std::vector<Figure> figures;
  std::vector<Comparison> comparisons;
  std::size_t visits_planned = 0;
  std::size_t visits_valid = 0;
  std::size_t visits_invalid = 0;
  std::size_t visits_failed = 0;
  std::size_t blocks_dropped = 0;
  std::vector<std::string> notices;  // torn line dropped, run interrupted, ...
};

}  // namespace joust
