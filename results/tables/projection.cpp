#include "results/tables/projection.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/nearest_word.hpp"
#include "results/tables/metric_scale.hpp"
#include "results/tables/projected_places.hpp"
#include "results/tables/results_rows.hpp"

namespace joust::tables {

namespace {

using Place = std::vector<const PlacedValue*>;

const Metric& metric_called(const std::string& id, Side side) {
  if (id.empty()) return primary_metric(side);
  if (const Metric* metric = find_metric(id)) return *metric;
  std::vector<std::string> known;
  for (const auto& metric : metrics()) known.emplace_back(metric.id);
  throw user_error("--metric: no metric is called '{}'{}\nKnown: {}", id, did_you_mean(id, known),
                   fmt::join(known, ", "));
}

/// What is not given becomes cells by contenders, whichever of them is still free.
std::pair<const Axis*, const Axis*> chosen_axes(const Projection& projection) {
  std::string row = projection.row;
  std::string col = projection.col;
  if (col.empty()) col = row == "contender" ? "cell" : "contender";
  if (row.empty()) row = col == "contender" ? "cell" : "contender";
  const Axis& row_axis = axis_called(row, "--row");
  const Axis& col_axis = axis_called(col, "--col");
  if (&row_axis == &col_axis) {
    throw user_error("--row and --col are both '{}'; choose two axes", row);
  }
  return {&row_axis, &col_axis};
}

std::vector<std::optional<double>> numbers_of(const std::vector<PlacedValue>& values) {
  std::vector<std::optional<double>> numbers;
  for (const auto& placed : values) numbers.push_back(placed.value);
  return numbers;
}

/// "n/a": measured, but too few answers; "-": nothing valid there; "": not of the design.
std::string missing_text(const Place& place, const Metric& metric) {
  if (place.empty()) return "";
  const bool too_few = std::any_of(place.begin(), place.end(), [&](const PlacedValue* placed) {
    return placed->figure != nullptr && placed->figure->missing.count(std::string(metric.id)) > 0;
  });
  return too_few ? "n/a" : "-";
}

std::string value_text(const Place& place, const Metric& metric, const MetricScale& scale) {
  std::optional<double> low;
  std::optional<double> high;
  for (const auto* placed : place) {
    if (!placed->value) continue;
    low = low ? std::min(*low, *placed->value) : *placed->value;
    high = high ? std::max(*high, *placed->value) : *placed->value;
  }
  if (!low) return missing_text(place, metric);
  if (*low == *high) return scale.text(*low);
  return scale.text(*low) + " .. " + scale.text(*high);
}

std::string width_text(const Place& place) {
  if (place.size() != 1 || !place.front()->value) return "";
  return half_width_percent(place.front()->estimate);
}

bool any_interval(const std::vector<Place>& column) {
  return std::any_of(column.begin(), column.end(), [](const Place& place) {
    return place.size() == 1 && place.front()->estimate != nullptr &&
           place.front()->estimate->interval.has_value();
  });
}

std::string column_title(const Axis& axis, const AxisValue& value, const MetricScale& scale) {
  std::string title = std::string(axis.prefix) + value.label;
  if (!scale.unit.empty()) title += fmt::format(" [{}]", scale.unit);
  return title;
}

void fill(Table& table, const Places& places, const Axis& row, const Axis& col,
          const Metric& metric, const MetricScale& scale) {
  table.columns.push_back({std::string(row.id), Align::left});
  for (const auto& value : places.rows) table.rows.push_back({value.label});
  for (std::size_t c = 0; c < places.columns.size(); ++c) {
    std::vector<Place> column;
    for (const auto& places_of_row : places.at) column.push_back(places_of_row[c]);
    const bool with_width = any_interval(column);
    table.columns.push_back({column_title(col, places.columns[c], scale), Align::right});
    if (with_width) table.columns.push_back({"+- %", Align::right});
    for (std::size_t r = 0; r < column.size(); ++r) {
      table.rows[r].push_back(value_text(column[r], metric, scale));
      if (with_width) table.rows[r].push_back(width_text(column[r]));
    }
  }
}

std::vector<std::string> legend_of(const Run& run, const Metric& metric,
                                   const std::vector<PlacedValue>& values, const Places& places,
                                   const std::vector<std::string>& warnings) {
  std::vector<std::string> legend;
  for (const auto& warning : warnings) legend.push_back("Warning: " + warning + ".");
  if (!warnings.empty()) {
    legend.emplace_back("a .. b: the smallest and the largest of the values in one place.");
  }
  const bool with_widths = std::any_of(places.at.begin(), places.at.end(), any_interval);
  if (with_widths) legend.push_back(half_width_line(run));
  std::vector<ResultRow> rows;
  for (const auto& placed : values) {
    if (placed.figure == nullptr) continue;
    rows.push_back({placed.point.cell->label(), placed.point.contender, placed.figure, nullptr,
                    placed.point.contender->id == run.design.reference});
  }
  const auto remarks = figures_legend(rows, metric);
  legend.insert(legend.end(), remarks.begin(), remarks.end());
  return legend;
}

std::string title_of(const Run& run, const std::string& what) {
  std::string title = run.title.empty() ? run.suite_name : run.title;
  if (!run.id.empty()) title += fmt::format(" ({})", run.id);
  return title + ": " + what;
}

std::string conditions_of(const std::vector<std::string>& only) {
  return only.empty() ? "" : fmt::format("; only {}", fmt::join(only, ", "));
}

}  // namespace

Projected projected_table(const Run& run, const Findings& findings,
                          std::span<const Visit* const> valid_visits,
                          const Projection& projection) {
  const Metric& metric = metric_called(projection.metric, run.design.compare);
  const auto [row, col] = chosen_axes(projection);
  const Selection selection(run, projection.only);
  const bool by_visit = row->of == Axis::Of::sweeps || col->of == Axis::Of::sweeps ||
                        selection.filters(Axis::Of::sweeps);
  const auto values = by_visit ? values_by_visit(run, valid_visits, selection, metric)
                               : values_by_figure(run, findings, selection, metric);
  const auto places = places_of(run, values, *row, *col);

  Projected projected;
  projected.warnings = mixed_conditions(run, places);
  Table& table = projected.table;
  table.name = "projection";
  table.title = title_of(run, fmt::format("{}, {} by {}{}", metric.title, row->id, col->id,
                                          conditions_of(projection.only)));
  fill(table, places, *row, *col, metric, scale_for(metric, numbers_of(values)));
  table.legend = legend_of(run, metric, values, places, projected.warnings);
  if (by_visit && values.empty()) {
    table.legend.emplace_back("No valid visit: there is nothing to show by sweep.");
  }
  return projected;
}

Table times_table(const Run& run, std::span<const Visit* const> valid_visits,
                  const Projection& projection) {
  if (!projection.row.empty() || !projection.col.empty()) {
    throw user_error("--table times has its rows and columns; leave --row and --col out");
  }
  const Metric& metric = metric_called(projection.metric, run.design.compare);
  const Selection selection(run, projection.only);
  const auto values = values_by_visit(run, valid_visits, selection, metric);
  const MetricScale scale = scale_for(metric, numbers_of(values));
  const std::string unit = scale.unit.empty() ? "" : fmt::format(" [{}]", scale.unit);

  Table table;
  table.name = "times";
  table.title = title_of(
      run, fmt::format("{}, over valid visits{}", metric.title, conditions_of(projection.only)));
  table.columns = {{"cell", Align::left},        {"contender", Align::left},
                   {"visits", Align::right},     {"min" + unit, Align::right},
                   {"avg" + unit, Align::right}, {"max" + unit, Align::right}};
  for (const auto& cell : run.design.cells) {
    for (const auto& contender : run.design.contenders) {
      if (!selection.allows(cell) || !selection.allows(contender)) continue;
      std::vector<double> numbers;
      for (const auto& placed : values) {
        if (placed.point.cell == &cell && placed.point.contender == &contender && placed.value) {
          numbers.push_back(*placed.value);
        }
      }
      std::vector<std::string> texts = {cell.label(), contender.id, std::to_string(numbers.size()),
                                        "-",          "-",          "-"};
      if (!numbers.empty()) {
        double sum = 0;
        for (const double number : numbers) sum += number;
        const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
        texts[3] = scale.text(*low);
        texts[4] = scale.text(sum / static_cast<double>(numbers.size()));
        texts[5] = scale.text(*high);
      }
      table.rows.push_back(std::move(texts));
    }
  }
  table.legend = {
      "visits: those that are valid and have the value. avg: their plain mean; the figures of the "
      "main table are means of logarithms or merged quantiles."};
  return table;
}

Table results_table_of(const Run& run, const Findings& findings,
                       const std::vector<std::string>& only) {
  if (only.empty()) return results_table(run, findings);
  const Selection selection(run, only);
  if (selection.filters(Axis::Of::sweeps)) {
    throw user_error(
        "--only sweep: the main table is over all sweeps; give --row or --col, or --table times");
  }
  const Part part = part_of(run, findings, selection);
  Table table = results_table(part.run, part.findings);
  table.title += conditions_of(only);
  return table;
}

}  // namespace joust::tables
