#include "results/tables/projected_places.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace joust::tables {

namespace {

const Figure* figure_of(const Findings& findings, const Contender& contender, const Cell& cell) {
  const auto found = std::find_if(
      findings.figures.begin(), findings.figures.end(),
      [&, id = cell.id()](const Figure& f) { return f.contender == contender.id && f.cell == id; });
  return found == findings.figures.end() ? nullptr : &*found;
}

template <typename Id>
auto find_named(const auto& all, const std::string& name, Id&& id_of) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& one) { return id_of(one) == name; });
  return found == all.end() ? nullptr : &*found;
}

bool has_point_on(const Axis& axis, const Point& point) {
  return axis.of != Axis::Of::sweeps || point.sweep.has_value();
}

std::vector<AxisValue> present_on(const Axis& axis, const Run& run,
                                  const std::vector<PlacedValue>& values) {
  auto present = values_on(axis, run);
  std::erase_if(present, [&](const AxisValue& value) {
    return std::none_of(values.begin(), values.end(), [&](const PlacedValue& placed) {
      return has_point_on(axis, placed.point) && axis.value_of(placed.point) == value;
    });
  });
  return present;
}

std::size_t index_of(const std::vector<AxisValue>& values, const AxisValue& value) {
  return static_cast<std::size_t>(std::find(values.begin(), values.end(), value) - values.begin());
}

/// What differs within the place on one axis is added to `seen`.
void add_differing(const Axis& axis, const std::vector<const PlacedValue*>& place,
                   std::vector<AxisValue>& seen) {
  std::vector<AxisValue> here;
  for (const auto* placed : place) {
    if (!has_point_on(axis, placed->point)) continue;
    auto value = axis.value_of(placed->point);
    if (std::find(here.begin(), here.end(), value) == here.end()) here.push_back(std::move(value));
  }
  if (here.size() < 2) return;
  for (auto& value : here) {
    if (std::find(seen.begin(), seen.end(), value) == seen.end()) seen.push_back(std::move(value));
  }
}

/// Axes that others are made of would say the same twice.
bool is_of_its_own(const Axis& axis) {
  return axis.id != "server" && axis.id != "client" && axis.id != "cell" && axis.id != "document";
}

}  // namespace

std::vector<PlacedValue> values_by_figure(const Run& run, const Findings& findings,
                                          const Selection& selection, const Metric& metric) {
  std::vector<PlacedValue> values;
  for (const auto& cell : run.design.cells) {
    for (const auto& contender : run.design.contenders) {
      if (!selection.allows(cell) || !selection.allows(contender)) continue;
      PlacedValue placed{{&contender, &cell, {}}, figure_of(findings, contender, cell), {}, {}};
      if (placed.figure != nullptr) {
        const auto found = placed.figure->metrics.find(std::string(metric.id));
        if (found != placed.figure->metrics.end()) {
          placed.estimate = &found->second;
          placed.value = found->second.point;
        }
      }
      values.push_back(placed);
    }
  }
  return values;
}

std::vector<PlacedValue> values_by_visit(const Run& run, std::span<const Visit* const> visits,
                                         const Selection& selection, const Metric& metric) {
  std::vector<PlacedValue> values;
  for (const Visit* visit : visits) {
    const auto* contender = find_named(run.design.contenders, visit->contender,
                                       [](const Contender& c) { return c.id; });
    const auto* cell =
        find_named(run.design.cells, visit->cell, [](const Cell& c) { return c.id(); });
    // A visit that is not of the plan counts nowhere.
    if (contender == nullptr || cell == nullptr) continue;
    if (!selection.allows(*contender) || !selection.allows(*cell)) continue;
    if (!selection.allows_sweep(visit->sweep)) continue;
    values.push_back({{contender, cell, visit->sweep}, nullptr, nullptr, metric.value_of(*visit)});
  }
  return values;
}

Places places_of(const Run& run, const std::vector<PlacedValue>& values, const Axis& row,
                 const Axis& column) {
  Places places{present_on(row, run, values), present_on(column, run, values), {}};
  places.at.assign(places.rows.size(),
                   std::vector<std::vector<const PlacedValue*>>(places.columns.size()));
  for (const auto& placed : values) {
    const std::size_t r = index_of(places.rows, row.value_of(placed.point));
    const std::size_t c = index_of(places.columns, column.value_of(placed.point));
    if (r < places.rows.size() && c < places.columns.size()) places.at[r][c].push_back(&placed);
  }
  return places;
}

std::vector<std::string> mixed_conditions(const Run& run, const Places& places) {
  std::vector<std::string> warnings;
  bool sizes_differ = false;
  for (const auto& axis : axes()) {
    // Where the sizes of answers differ already, an echo's request bodies only repeat it.
    if (!is_of_its_own(axis) || (axis.id == "body_bytes" && sizes_differ)) continue;
    std::vector<AxisValue> differing;
    for (const auto& row : places.at) {
      for (const auto& place : row) add_differing(axis, place, differing);
    }
    if (differing.empty()) continue;
    sizes_differ = sizes_differ || axis.id == "bytes";
    std::vector<std::string> words;
    for (const auto& value : values_on(axis, run)) {
      if (std::find(differing.begin(), differing.end(), value) != differing.end()) {
        words.push_back(value.word);
      }
    }
    warnings.push_back(fmt::format("values in one place vary in {}: {}; choose --only {}={}",
                                   axis.id, fmt::join(words, ", "), axis.id,
                                   words.at((words.size() - 1) / 2)));
  }
  return warnings;
}

}  // namespace joust::tables
