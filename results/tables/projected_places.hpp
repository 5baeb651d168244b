// What a projection shows, before it is text: every value under its row and column; private to
// results/tables.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/model/metric.hpp"
#include "results/model/verdict.hpp"
#include "results/model/visit.hpp"
#include "results/tables/axes.hpp"
#include "results/tables/selection.hpp"

namespace joust::tables {

/// One value with the conditions it stands under.
struct PlacedValue {
  Point point;
  const Figure* figure = nullptr;      // null: of one visit
  const Estimate* estimate = nullptr;  // null: of one visit, or not measured
  std::optional<double> value;         // nothing: not measured, or no valid visit
};

/// Every contender in every cell that is selected: by its figure.
std::vector<PlacedValue> values_by_figure(const Run& run, const Findings& findings,
                                          const Selection& selection, const Metric& metric);
/// Every selected visit of `visits`.
std::vector<PlacedValue> values_by_visit(const Run& run, std::span<const Visit* const> visits,
                                         const Selection& selection, const Metric& metric);

struct Places {
  std::vector<AxisValue> rows;
  std::vector<AxisValue> columns;
  std::vector<std::vector<std::vector<const PlacedValue*>>> at;  // [row][column]
};
/// Rows and columns in which nothing stands are left out. Pointers lead into `values`.
Places places_of(const Run& run, const std::vector<PlacedValue>& values, const Axis& row,
                 const Axis& column);

/// "values in one place vary in connections: 1, 10, 100; choose --only connections=10", a sentence
/// for every condition that differs within a place.
std::vector<std::string> mixed_conditions(const Run& run, const Places& places);

}  // namespace joust::tables
