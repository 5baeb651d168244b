#include "plots/line_chart.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

#include "plots/axis.hpp"
#include "plots/caption.hpp"
#include "results/model/metric.hpp"

namespace joust::plots {
namespace {

/// How far an interval may stretch an axis beyond the points: those of two blocks have no bounds
/// that a picture could show.
constexpr double linear_stretch = 1.35;
constexpr double log_stretch = 4;

struct Extent {
  double lowest = std::numeric_limits<double>::max();
  double highest = 0;
  double lowest_end = std::numeric_limits<double>::max();  // of intervals
  double highest_end = 0;

  void take(const Point& point) {
    lowest = std::min(lowest, point.y);
    highest = std::max(highest, point.y);
    lowest_end = std::min(lowest_end, point.interval ? point.interval->low : point.y);
    highest_end = std::max(highest_end, point.interval ? point.interval->high : point.y);
  }
};

double level_of(const CellGroup& group, const Cell& cell) {
  return group.by_size ? static_cast<double>(cell.document.size.value) : cell.connections;
}

std::string level_name(const CellGroup& group, const Cell& cell) {
  return group.by_size ? format_bytes(cell.document.size) : fmt::format("c = {}", cell.connections);
}

Axis x_axis(const CellGroup& group) {
  std::vector<Tic> levels;
  for (const Cell* cell : group.cells) {
    levels.push_back({level_of(group, *cell), group.by_size
                                                  ? format_bytes(cell->document.size)
                                                  : fmt::format("{}", cell->connections)});
  }
  Axis axis = level_axis(levels);
  axis.title = group.by_size ? "document size" : "connections";
  return axis;
}

std::optional<Point> point_of(const Estimate* estimate, const CellGroup& group, const Cell& cell,
                              const Measure& measure) {
  if (estimate == nullptr) return std::nullopt;
  const auto factor = measure.payload ? static_cast<double>(cell.document.size.value) : 1.0;
  Point point{level_of(group, cell), estimate->point * factor, estimate->interval};
  if (point.interval) {
    point.interval->low *= factor;
    point.interval->high *= factor;
  }
  const bool drawable = !measure.log || point.y > 0;
  return drawable ? std::optional{point} : std::nullopt;
}

/// An anchor alone says nothing about anybody.
bool has_contender(const Panel& panel) {
  return std::any_of(panel.series.begin(), panel.series.end(),
                     [](const Series& series) { return !series.look.anchor; });
}

class Builder {
 public:
  Builder(const Run& run, const FigureIndex& figures, const LineChartPlan& plan)
      : run_(run), figures_(figures), plan_(plan) {}

  std::vector<Panel> panels() {
    std::vector<Panel> panels;
    std::vector<Extent> extents;
    for (const Measure& measure : plan_.measures) {
      Extent extent;
      Panel panel = panel_of(measure, extent);
      if (!has_contender(panel)) continue;
      panels.push_back(std::move(panel));
      extents.push_back(extent);
      drawn_.push_back(&measure);
    }
    if (plan_.shared_y) share(extents);
    for (std::size_t i = 0; i < panels.size(); ++i) set_y_axis(panels[i], *drawn_[i], extents[i]);
    return panels;
  }

  const ChartFacts& facts() const { return facts_; }

 private:
  Panel panel_of(const Measure& measure, Extent& extent) {
    Panel panel;
    panel.x = x_axis(plan_.group);
    panel.x_column = plan_.group.by_size ? "document_bytes" : "connections";
    panel.y_column = measure.column;
    facts_.side_by_side = true;
    if (panel.x.zero_at) facts_.zero_level = true;
    for (const Contender& contender : run_.design.contenders) {
      Series series{legend_label(contender), look_of(run_, contender.id), {}};
      for (const Cell* cell : plan_.group.cells) {
        // A document without a body has no payload: there is nothing to draw or to miss.
        if (measure.payload && cell->document.size.value == 0) continue;
        const auto* estimate = figures_.find(contender.id, cell->id(), measure.metric);
        const auto point = point_of(estimate, plan_.group, *cell, measure);
        if (!point) {
          note_missing(contender, *cell, measure);
          continue;
        }
        extent.take(*point);
        note_drawn(contender, *cell, measure, *point);
        series.points.push_back(*point);
      }
      if (!series.points.empty()) panel.series.push_back(std::move(series));
    }
    return panel;
  }

  void note_missing(const Contender& contender, const Cell& cell, const Measure& measure) {
    const bool is_zero = figures_.find(contender.id, cell.id(), measure.metric) != nullptr;
    const std::string reason = is_zero
                                   ? "0 has no place on a logarithmic scale"
                                   : figures_.why_missing(contender.id, cell.id(), measure.metric);
    const Figure* figure = figures_.find(contender.id, cell.id());
    // Where only this panel lacks the point, its name belongs to the words.
    const bool alone = figure != nullptr && figure->valid > 0 && !measure.short_name.empty();
    facts_.omit({alone ? measure.short_name + " of " + contender.id : contender.id,
                 level_name(plan_.group, cell), reason});
  }

  void note_drawn(const Contender& contender, const Cell& cell, const Measure& measure,
                  const Point& point) {
    if (point.interval) facts_.intervals = true;
    const Figure* figure = figures_.find(contender.id, cell.id());
    facts_.count_blocks(figure->valid);
    const auto limit = figures_.limit(contender.id, cell.id(), measure.metric);
    if (!limit) return;
    std::string words =
        fmt::format("{} at {} ({})", contender.id, level_name(plan_.group, cell), name_of(*limit));
    auto& limited = facts_.limited;
    if (std::find(limited.begin(), limited.end(), words) == limited.end())
      limited.push_back(std::move(words));
  }

  static void share(std::vector<Extent>& extents) {
    Extent all;
    for (const Extent& extent : extents) {
      all.lowest = std::min(all.lowest, extent.lowest);
      all.highest = std::max(all.highest, extent.highest);
      all.lowest_end = std::min(all.lowest_end, extent.lowest_end);
      all.highest_end = std::max(all.highest_end, extent.highest_end);
    }
    for (Extent& extent : extents) extent = all;
  }

  void set_y_axis(Panel& panel, const Measure& measure, const Extent& extent) {
    const Scale scale = scale_for(measure, extent.highest);
    const double stretch = measure.log ? log_stretch : linear_stretch;
    const double highest = std::min(extent.highest_end, extent.highest * stretch);
    const double lowest = std::max(extent.lowest_end, extent.lowest / stretch);
    panel.y = measure.log ? log_axis(lowest, highest, scale.factor)
                          : axis_from_zero(highest, scale.factor);
    panel.y.title = scale.name == measure.name ? measure.name
                                               : fmt::format("{} [{}]", measure.name, scale.name);
    if (extent.highest_end > panel.y.high || (measure.log && extent.lowest_end < panel.y.low))
      facts_.cut = true;
  }

  struct Scale {
    double factor;
    std::string name;
  };
  static Scale scale_for(const Measure& measure, double highest) {
    if (measure.payload) return {1e6, "MB/s"};
    const Metric* metric = find_metric(measure.metric);
    if (metric == nullptr || metric->unit != "ns") return {1, measure.name};
    if (highest < 1e3) return {1, "ns"};
    if (highest < 1e7) return {1e3, "us"};
    return highest < 1e10 ? Scale{1e6, "ms"} : Scale{1e9, "s"};
  }

  const Run& run_;
  const FigureIndex& figures_;
  const LineChartPlan& plan_;
  std::vector<const Measure*> drawn_;
  ChartFacts facts_;
};

}  // namespace

std::optional<Chart> line_chart(const Run& run, const FigureIndex& figures,
                                const LineChartPlan& plan, std::vector<std::string>& notices) {
  Builder builder{run, figures, plan};
  Chart chart;
  chart.panels = builder.panels();
  const ChartFacts& facts = builder.facts();
  if (chart.panels.empty()) {
    notices.push_back(fmt::format("no chart '{}': it would have no point. {}", plan.title,
                                  omissions_line(facts)));
    return std::nullopt;
  }
  chart.stem = plan.stem;
  chart.title = plan.title;
  chart.subtitle = plan.subtitle;
  chart.caption = plan.remarks;
  chart.caption.insert(chart.caption.begin(), conditions_line(run, facts));
  for (std::string line : {limits_line(facts), omissions_line(facts), origin_line(run)})
    if (!line.empty()) chart.caption.push_back(std::move(line));
  return chart;
}

}  // namespace joust::plots
