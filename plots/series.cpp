#include "plots/series.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>

#include "plots/figure_index.hpp"
#include "plots/forest.hpp"
#include "plots/line_chart.hpp"
#include "plots/words.hpp"
#include "results/model/metric.hpp"

namespace joust::plots {
namespace {

/// Cells that differ in nothing but what the x axis shows, in the design's order of their first.
std::vector<CellGroup> groups_of(const Design& design, bool by_size) {
  const auto without_axis = [by_size](Cell cell) {
    if (!by_size) {
      cell.connections = 0;
      return cell;
    }
    // An echo's request grows with its answer: one axis.
    if (cell.document.body_size == cell.document.size) cell.document.body_size = Bytes{0};
    cell.document.size = Bytes{0};
    return cell;
  };
  std::vector<CellGroup> groups;
  for (const Cell& cell : design.cells) {
    const Cell key = without_axis(cell);
    auto group = std::find_if(groups.begin(), groups.end(), [&](const CellGroup& each) {
      return without_axis(*each.cells.front()) == key;
    });
    if (group == groups.end()) group = groups.insert(groups.end(), CellGroup{{}, by_size});
    group->cells.push_back(&cell);
  }
  for (CellGroup& group : groups) {
    std::stable_sort(group.cells.begin(), group.cells.end(), [&](const Cell* a, const Cell* b) {
      return by_size ? a->document.size < b->document.size : a->connections < b->connections;
    });
  }
  return groups;
}

/// The documents of a group by size: "GET static", "POST echo".
std::string kind_of(const Document& document) {
  return fmt::format("{} {}", document.method, document.route);
}

class ChartMaker {
 public:
  ChartMaker(const Run& run, const Findings& findings)
      : run_(run), findings_(findings), figures_(run, findings), subject_(subject()) {}

  Charts make() {
    for (const Metric& metric : metrics()) {
      if (metric.judged_in(run_.design.compare) != Judged::shown)
        add(forest_chart(run_, findings_, metric, made_.notices));
    }
    const auto by_connections = groups_of(run_.design, false);
    for (const CellGroup& group : by_connections) add_subject_by_connections(group);
    for (const CellGroup& group : by_connections) add_latency_by_connections(group);
    for (const CellGroup& group : groups_of(run_.design, true))
      if (group.cells.size() > 1) add_subject_by_size(group);
    return std::move(made_);
  }

 private:
  /// What the suite is about, or throughput where nobody measured that.
  const Metric& subject() const {
    const Metric& primary = primary_metric(run_.design.compare);
    const bool measured = std::any_of(
        findings_.figures.begin(), findings_.figures.end(),
        [&](const Figure& figure) { return figure.metrics.contains(std::string{primary.id}); });
    return measured ? primary : *find_metric("rate_rps");
  }

  Measure measure_of(std::string_view metric, std::string name, std::string short_name) const {
    return {std::string{metric}, std::move(name), std::move(short_name), std::string{metric}};
  }

  void add_subject_by_connections(const CellGroup& group) {
    const Cell& cell = *group.cells.front();
    const MetricWords words = words_of(subject_);
    LineChartPlan plan;
    plan.stem = fmt::format("{}-by-connections-{}", words.stem, stem_of_document(cell));
    plan.title = fmt::format("{} against connections: {}{}", words.heading, cell.document.label(),
                             cell.options_label());
    plan.subtitle = subtitle_of(run_) + better_of(subject_);
    plan.group = group;
    plan.measures = {measure_of(subject_.id, words.quantity, "")};
    add(line_chart(run_, figures_, plan, made_.notices));
  }

  void add_latency_by_connections(const CellGroup& group) {
    const Cell& cell = *group.cells.front();
    LineChartPlan plan;
    plan.stem = fmt::format("latency-by-connections-{}", stem_of_document(cell));
    plan.title = fmt::format("Latency against connections: {}{}", cell.document.label(),
                             cell.options_label());
    plan.subtitle = subtitle_of(run_) + "; lower is better; shown, not judged";
    plan.remarks = {
        "Send to last byte, valid visits merged. In a closed loop latency is connections over "
        "rate, "
        "said again: it is shown, never judged."};
    plan.group = group;
    plan.shared_y = true;
    for (const auto& [metric, name] :
         {std::pair{"latency_p50_ns", "p50"}, std::pair{"latency_p99_ns", "p99"}}) {
      plan.measures.push_back(measure_of(metric, fmt::format("latency {}", name), name));
      plan.measures.back().log = true;
    }
    add(line_chart(run_, figures_, plan, made_.notices));
  }

  void add_subject_by_size(const CellGroup& group) {
    const Cell& cell = *group.cells.front();
    const MetricWords words = words_of(subject_);
    LineChartPlan plan;
    plan.stem = safe_stem(fmt::format("{}-by-size-{}-c{}{}", words.stem, kind_of(cell.document),
                                      cell.connections, cell.options_label()));
    plan.title = fmt::format("{} against document size: {}, c = {}{}", words.heading,
                             kind_of(cell.document), cell.connections, cell.options_label());
    plan.subtitle = subtitle_of(run_) + better_of(subject_);
    plan.remarks = {"1 MB/s is 1 000 000 bytes/s of answer bodies."};
    plan.group = group;
    plan.measures = {measure_of(subject_.id, words.quantity, words.quantity)};
    Measure payload = measure_of("rate_rps", "answer bodies", "MB/s");
    payload.column = "body_bytes_per_s";
    payload.payload = true;
    plan.measures.push_back(payload);
    add(line_chart(run_, figures_, plan, made_.notices));
  }

  std::string stem_of_document(const Cell& cell) const {
    return safe_stem(cell.document.id() + cell.options_label());
  }

  std::string better_of(const Metric& metric) const {
    return metric.better == Better::higher ? "; higher is better" : "; lower is better";
  }

  void add(std::optional<Chart> chart) {
    if (!chart) return;
    const std::string wanted = chart->stem;
    for (int n = 2; !stems_.insert(chart->stem).second; ++n)
      chart->stem = fmt::format("{}-{}", wanted, n);
    made_.charts.push_back(std::move(*chart));
  }

  const Run& run_;
  const Findings& findings_;
  FigureIndex figures_;
  const Metric& subject_;
  Charts made_;
  std::set<std::string> stems_;
};

}  // namespace

Charts charts_of(const Run& run, const Findings& findings) {
  return ChartMaker{run, findings}.make();
}

}  // namespace joust::plots
