// What the main table shows, before it is text: a row per cell and contender, and one per
// contender for the geometric mean; private to results/tables.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "results/model/metric.hpp"
#include "results/model/run.hpp"
#include "results/model/verdict.hpp"

namespace joust::tables {

struct ResultRow {
  std::string place;  // the cell's label
  const Contender* contender = nullptr;
  const Figure* figure = nullptr;          // null: the geometric mean, which has no figures
  const Comparison* comparison = nullptr;  // of the primary metric; null: reference and anchor
  bool is_reference = false;

  bool is_anchor() const { return contender->role == Role::anchor; }
  /// Null where the metric was not measured.
  const Estimate* estimate(std::string_view metric) const;
};

/// Pointers lead into `run` and `findings`.
std::vector<ResultRow> result_rows(const Run& run, const Findings& findings);

/// Short names for the marks that occur, in the order of their first use: letters for known marks,
/// numbers for others.
std::map<std::string, std::string> mark_codes(const Findings& findings);

/// What the reader has to know, a line each; only what applies to these rows.
std::vector<std::string> results_legend(const Run& run, const Findings& findings,
                                        const std::vector<ResultRow>& rows);
/// What "+- %" is.
std::string half_width_line(const Run& run);
/// Marks, values that too few answers support, and reasons of these rows' figures, with the places
/// they hold for.
std::vector<std::string> figures_legend(const std::vector<ResultRow>& rows, const Metric& metric);

}  // namespace joust::tables
