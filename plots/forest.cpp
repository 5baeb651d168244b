#include "plots/forest.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <utility>

#include "plots/axis.hpp"
#include "plots/caption.hpp"
#include "plots/text_layout.hpp"
#include "plots/words.hpp"

namespace joust::plots {
namespace {

/// How far an interval may stretch the axis beyond the points.
constexpr double stretch = 2;

using Comparisons = std::vector<const Comparison*>;

Comparisons of_metric(const Findings& findings, std::string_view metric) {
  Comparisons found;
  for (const Comparison& comparison : findings.comparisons)
    if (comparison.metric == metric) found.push_back(&comparison);
  return found;
}

const Comparison* at(const Comparisons& comparisons, std::string_view contender,
                     std::string_view cell) {
  const auto found =
      std::find_if(comparisons.begin(), comparisons.end(), [&](const Comparison* comparison) {
        return comparison->a == contender && comparison->cell == cell;
      });
  return found == comparisons.end() ? nullptr : *found;
}

ForestRow row_of(const Comparison& comparison, const Metric& metric, std::string label) {
  ForestRow row;
  row.label = std::move(label);
  row.verdict = comparison.verdict;
  row.word = word_for(comparison.verdict, metric);
  // A ratio that is not positive has no place on a logarithmic axis.
  if (!comparison.ratio || !(comparison.ratio->point > 0)) return row;
  row.ratio = comparison.ratio->point;
  row.interval = comparison.ratio->interval;
  return row;
}

std::vector<const Contender*> challengers(const Design& design) {
  std::vector<const Contender*> found;
  for (const Contender& contender : design.contenders)
    if (contender.role == Role::contender && contender.id != design.reference)
      found.push_back(&contender);
  return found;
}

/// With one challenger the rows are the cells; with more, a section a cell and a row a challenger.
std::vector<ForestSection> sections_of(const Design& design, const Comparisons& comparisons,
                                       const Metric& metric) {
  const auto contenders = challengers(design);
  const bool by_cell = contenders.size() == 1;
  std::vector<ForestSection> sections;
  const auto add_section = [&](std::string_view cell, const std::string& name, bool summary) {
    ForestSection section{by_cell ? "" : name, summary, {}};
    for (const Contender* contender : contenders) {
      const Comparison* comparison = at(comparisons, contender->id, cell);
      if (comparison == nullptr) continue;
      section.rows.push_back(row_of(*comparison, metric, by_cell ? name : contender->id));
    }
    if (section.rows.empty()) return;
    const bool joins = by_cell && !summary && !sections.empty() && !sections.back().summary;
    if (joins)
      sections.back().rows.push_back(section.rows.front());
    else
      sections.push_back(std::move(section));
  };
  if (design.cells.size() > 1) {
    add_section(geometric_mean_cell, by_cell ? "geometric mean" : "geometric mean over all cells",
                true);
  }
  for (const Cell& cell : design.cells) add_section(cell.id(), cell.label(), false);
  return sections;
}

Axis axis_for(const Forest& forest, ChartFacts& facts) {
  double low = forest.margin.low;
  double high = forest.margin.high;
  for (const ForestSection& section : forest.sections) {
    for (const ForestRow& row : section.rows) {
      if (!row.ratio) continue;
      low = std::min(low, *row.ratio);
      high = std::max(high, *row.ratio);
    }
  }
  const double low_limit = low / stretch;
  const double high_limit = high * stretch;
  for (const ForestSection& section : forest.sections) {
    for (const ForestRow& row : section.rows) {
      if (!row.ratio || !row.interval) continue;
      facts.intervals = true;
      if (row.interval->low < low_limit || row.interval->high > high_limit) facts.cut = true;
      low = std::min(low, std::max(row.interval->low, low_limit));
      high = std::max(high, std::min(row.interval->high, high_limit));
    }
  }
  return ratio_axis(low, high);
}

bool has_point(const std::vector<ForestSection>& sections) {
  return std::any_of(sections.begin(), sections.end(), [](const ForestSection& section) {
    return std::any_of(section.rows.begin(), section.rows.end(),
                       [](const ForestRow& row) { return row.ratio.has_value(); });
  });
}

std::string first_reason(const Comparisons& comparisons) {
  for (const Comparison* comparison : comparisons)
    if (!comparison->sentence.empty()) return comparison->sentence;
  return "no comparison has a ratio";
}

/// Two of them fit on the title's line.
std::string name_in_title(std::string_view contender) { return printable_name(contender, 36); }

std::string adjustment_line(const Run& run, const Comparisons& comparisons) {
  const auto cells = std::count_if(
      comparisons.begin(), comparisons.end(),
      [](const Comparison* comparison) { return comparison->cell != geometric_mean_cell; });
  return fmt::format(
      "Paired blocks. Intervals unadjusted; words adjusted for {} comparison{} (Holm) and the "
      "margin "
      "of {}, the grey band.",
      cells, cells == 1 ? "" : "s", percent(run.design.judgement.margin));
}

}  // namespace

std::optional<Chart> forest_chart(const Run& run, const Findings& findings, const Metric& metric,
                                  std::vector<std::string>& notices) {
  const Comparisons comparisons = of_metric(findings, metric.id);
  if (comparisons.empty()) return std::nullopt;
  const MetricWords words = words_of(metric);
  Chart chart;
  chart.stem = "ratio-" + words.stem;
  const auto contenders = challengers(run.design);
  chart.title = fmt::format("{} of {} against {}", words.heading,
                            contenders.size() == 1 ? name_in_title(contenders.front()->id) : "each",
                            name_in_title(run.design.reference));
  Forest forest;
  const double margin = metric.judged_in(run.design.compare) == Judged::by_latency_margin
                            ? run.design.judgement.latency_margin
                            : run.design.judgement.margin;
  forest.margin = {1 / (1 + margin), 1 + margin};
  forest.sections = sections_of(run.design, comparisons, metric);
  if (!has_point(forest.sections)) {
    notices.push_back(fmt::format("no chart '{}': it would have no point. {}", chart.title,
                                  first_reason(comparisons)));
    return std::nullopt;
  }
  ChartFacts facts;
  for (const Comparison* comparison : comparisons)
    if (comparison->ratio && comparison->cell != geometric_mean_cell)
      facts.count_blocks(comparison->blocks);
  forest.x = axis_for(forest, facts);
  forest.x.title = metric.better == Better::higher
                       ? fmt::format("{} over the reference's (right is better)", words.quantity)
                       : fmt::format("the reference's {} over the contender's (right is better)",
                                     words.quantity);
  chart.subtitle = subtitle_of(run);
  chart.caption = {conditions_line(run, facts), adjustment_line(run, comparisons),
                   origin_line(run)};
  chart.forest = std::move(forest);
  return chart;
}

}  // namespace joust::plots
