#include <fmt/format.h>

#include "results/model/metric.hpp"
#include "results/tables/tables.hpp"

namespace joust::tables {

namespace {

/// The shortest text that reads back as the same number.
std::string exact(double value) { return fmt::format("{}", value); }

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, "; "));
}

void add_row(Table& table, const Figure& figure, const Metric& metric) {
  std::vector<std::string> row = {figure.cell, figure.contender, std::string(metric.id),
                                  std::string(metric.unit),
                                  metric.better == Better::higher ? "higher" : "lower"};
  const auto found = figure.metrics.find(std::string(metric.id));
  if (found == figure.metrics.end()) {
    row.insert(row.end(), {"", "", "", ""});
  } else {
    const Estimate& estimate = found->second;
    row.push_back(exact(estimate.point));
    row.push_back(estimate.interval ? exact(estimate.interval->low) : "");
    row.push_back(estimate.interval ? exact(estimate.interval->high) : "");
    row.push_back(fmt::format("{}", estimate.n));
  }
  const auto missing = figure.missing.find(std::string(metric.id));
  row.push_back(fmt::format("{}", figure.planned));
  row.push_back(joined(figure.marks));
  row.push_back(missing != figure.missing.end() ? missing->second : joined(figure.reasons));
  table.rows.push_back(std::move(row));
}

}  // namespace

Table figures_table(const Run& run, const Findings& findings) {
  Table table;
  table.name = "figures";
  table.title = run.title.empty() ? run.id : fmt::format("{} ({})", run.title, run.id);
  table.columns = {{"cell", Align::left},     {"contender", Align::left}, {"metric", Align::left},
                   {"unit", Align::left},     {"better", Align::left},    {"point", Align::right},
                   {"low", Align::right},     {"high", Align::right},     {"n", Align::right},
                   {"planned", Align::right}, {"marks", Align::left},     {"remarks", Align::left}};
  for (const auto& figure : findings.figures) {
    for (const auto& metric : metrics()) add_row(table, figure, metric);
  }
  return table;
}

}  // namespace joust::tables
