// One metric of a run over any two of its axes, and its spread over visits, as tables.
// Judges nothing: what the findings and the visits say is shown, never averaged anew.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "results/model/run.hpp"
#include "results/model/verdict.hpp"
#include "results/model/visit.hpp"
#include "results/tables/tables.hpp"

namespace joust::tables {

/// In the words of the command line; "" means chosen: cells by contenders, the primary metric.
struct Projection {
  std::string row;
  std::string col;
  std::string metric;
  std::vector<std::string> only;  // "connections=10,100"; all of them hold
};

struct Projected {
  Table table;
  /// Conditions that differ within one place of the table, a sentence each; the places show the
  /// smallest and the largest value then.
  std::vector<std::string> warnings;
};

/// `valid_visits`: those the findings were made of; read only where sweeps are an axis or filtered.
/// Error{user_input} with the nearest known word for what the run does not have.
Projected projected_table(const Run& run, const Findings& findings,
                          std::span<const Visit* const> valid_visits, const Projection& projection);

/// The classic table: smallest, mean and largest value of the metric over the visits of each
/// contender in each cell. Row and column of the projection must be empty.
Table times_table(const Run& run, std::span<const Visit* const> valid_visits,
                  const Projection& projection);

/// The main table, of the selected part of the run.
Table results_table_of(const Run& run, const Findings& findings,
                       const std::vector<std::string>& only);

}  // namespace joust::tables
