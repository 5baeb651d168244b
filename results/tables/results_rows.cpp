#include "results/tables/results_rows.hpp"

#include <algorithm>

namespace joust::tables {

namespace {

const Figure* figure_at(const Findings& findings, const std::string& contender,
                        const std::string& cell) {
  const auto found =
      std::find_if(findings.figures.begin(), findings.figures.end(),
                   [&](const Figure& f) { return f.contender == contender && f.cell == cell; });
  return found == findings.figures.end() ? nullptr : &*found;
}

const Comparison* comparison_at(const Findings& findings, std::string_view metric,
                                const std::string& contender, std::string_view cell) {
  const auto found = std::find_if(findings.comparisons.begin(), findings.comparisons.end(),
                                  [&](const Comparison& c) {
                                    return c.metric == metric && c.a == contender && c.cell == cell;
                                  });
  return found == findings.comparisons.end() ? nullptr : &*found;
}

}  // namespace

const Estimate* ResultRow::estimate(std::string_view metric) const {
  if (figure == nullptr) return nullptr;
  const auto found = figure->metrics.find(std::string(metric));
  return found == figure->metrics.end() ? nullptr : &found->second;
}

std::vector<ResultRow> result_rows(const Run& run, const Findings& findings) {
  const auto primary = primary_metric(run.design.compare).id;
  std::vector<ResultRow> rows;
  for (const auto& cell : run.design.cells) {
    for (const auto& contender : run.design.contenders) {
      rows.push_back({cell.label(), &contender, figure_at(findings, contender.id, cell.id()),
                      comparison_at(findings, primary, contender.id, cell.id()),
                      contender.id == run.design.reference});
    }
  }
  if (run.design.cells.size() < 2) return rows;
  for (const auto& contender : run.design.contenders) {
    const auto* mean = comparison_at(findings, primary, contender.id, geometric_mean_cell);
    if (mean != nullptr) rows.push_back({"geometric mean", &contender, nullptr, mean, false});
  }
  return rows;
}

}  // namespace joust::tables
