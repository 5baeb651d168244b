#include <fmt/format.h>
#include <functional>

#include "base/units.hpp"
#include "results/tables/metric_scale.hpp"
#include "results/tables/printed_text.hpp"
#include "results/tables/results_rows.hpp"
#include "results/tables/tables.hpp"

namespace joust::tables {

namespace {

using CellText = std::function<std::string(const ResultRow&)>;

/// Collects columns beside the text each has for a row.
class TableBuilder {
 public:
  explicit TableBuilder(const std::vector<ResultRow>& rows) : rows_(rows) {}

  void add(std::string title, Align align, CellText text) {
    columns_.push_back({std::move(title), align});
    texts_.push_back(std::move(text));
  }

  /// Figures of one kind, all in the unit that suits the first of them.
  void add_times(std::string_view scaled_by,
                 const std::vector<std::pair<std::string, std::string_view>>& columns) {
    std::vector<std::optional<double>> values;
    for (const auto& row : rows_) {
      const Estimate* estimate = row.estimate(scaled_by);
      values.push_back(estimate ? std::optional(estimate->point) : std::nullopt);
    }
    const TimeScale scale = time_scale_for(values);
    for (const auto& [title, metric] : columns) {
      add(fmt::format("{} [{}]", title, scale.unit), Align::right,
          [metric = metric, scale](const ResultRow& row) {
            return point_text(row, metric,
                              [&](double ns) { return format_number(ns / scale.ns, 3); });
          });
    }
  }
  void add_time(const std::string& title, std::string_view metric) {
    add_times(metric, {{title, metric}});
  }

  void add_number(const std::string& title, std::string_view metric, int digits) {
    add(title, Align::right, [metric, digits](const ResultRow& row) {
      return point_text(row, metric, [&](double value) { return format_number(value, digits); });
    });
  }

  void fill(Table& table) const {
    table.columns = columns_;
    for (const auto& row : rows_) {
      std::vector<std::string> cells;
      for (const auto& text : texts_) cells.push_back(text(row));
      table.rows.push_back(std::move(cells));
    }
  }

 private:
  template <typename Format>
  static std::string point_text(const ResultRow& row, std::string_view metric, Format&& format) {
    if (row.figure == nullptr) return "";
    if (const Estimate* estimate = row.estimate(metric)) return format(estimate->point);
    return row.figure->missing.count(std::string(metric)) > 0 ? "n/a" : "-";
  }

  const std::vector<ResultRow>& rows_;
  std::vector<Column> columns_;
  std::vector<CellText> texts_;
};

std::string half_width_text(const ResultRow& row, std::string_view metric) {
  return row.figure == nullptr ? "" : half_width_percent(row.estimate(metric));
}

/// Three decimals; three or four digits where that would be too few or too many.
std::string ratio_number(double ratio) {
  if (ratio < 0.1) return format_number(ratio, 3);
  return ratio < 10 ? fmt::format("{:.3f}", ratio) : format_number(ratio, 4);
}

/// Two blocks may disagree by any factor: beyond these, how much tells nothing.
std::string bound_text(double bound) {
  if (bound < 1e-4) return "<0.0001";
  return bound >= 1e4 ? ">9999" : ratio_number(bound);
}

std::string ratio_text(const ResultRow& row) {
  if (row.is_reference) return row.figure != nullptr && row.figure->valid > 0 ? "1" : "-";
  if (row.comparison == nullptr) return "";
  return row.comparison->ratio ? ratio_number(row.comparison->ratio->point) : "n/a";
}

std::string interval_text(const ResultRow& row) {
  if (row.comparison == nullptr || !row.comparison->ratio || !row.comparison->ratio->interval) {
    return "";
  }
  const auto& interval = *row.comparison->ratio->interval;
  return fmt::format("[{}, {}]", bound_text(interval.low), bound_text(interval.high));
}

std::string verdict_text(const ResultRow& row) {
  if (row.is_anchor()) return "anchor";
  if (row.is_reference) return "reference";
  if (row.comparison == nullptr) return "";
  return std::string(name_of(row.comparison->verdict)) + (row.comparison->told_apart ? " *" : "");
}

std::string blocks_text(const ResultRow& row) {
  if (row.figure == nullptr) {
    const bool has_blocks = row.comparison != nullptr && row.comparison->blocks > 0;
    return has_blocks ? fmt::format("{}", row.comparison->blocks) : "-";
  }
  if (row.figure->planned == 0) return "-";
  if (row.figure->valid == row.figure->planned) return fmt::format("{}", row.figure->valid);
  return fmt::format("{}/{}", row.figure->valid, row.figure->planned);
}

std::string marks_text(const ResultRow& row, const std::map<std::string, std::string>& codes) {
  std::string text;
  if (row.figure == nullptr) return text;
  for (const auto& mark : row.figure->marks) text += codes.at(mark);
  return text;
}

std::string title_of(const Run& run) {
  std::string title = run.title.empty() ? run.suite_name : run.title;
  if (!run.id.empty()) title += fmt::format(" ({})", run.id);
  title += fmt::format(": {} blocks a cell", run.design.blocks);
  if (run.design.measure) title += ", windows of " + format_duration(*run.design.measure);
  if (run.design.requests) title += fmt::format(", {} answers a window", *run.design.requests);
  return title;
}

void add_rate(TableBuilder& builder, bool with_width) {
  builder.add_number("requests/s", "rate_rps", 4);
  if (!with_width) return;
  builder.add("+- %", Align::right,
              [](const ResultRow& row) { return half_width_text(row, "rate_rps"); });
}

void add_client_cpu(TableBuilder& builder, bool with_width) {
  builder.add_time("client CPU", "client_cpu_ns_per_request");
  if (!with_width) return;
  builder.add("+- %", Align::right, [](const ResultRow& row) {
    return half_width_text(row, "client_cpu_ns_per_request");
  });
}

}  // namespace

Table results_table(const Run& run, const Findings& findings) {
  const auto rows = result_rows(run, findings);
  const auto codes = mark_codes(findings);
  const bool of_servers = run.design.compare == Side::servers;
  TableBuilder builder(rows);
  builder.add("cell", Align::left, [](const ResultRow& row) { return row.place; });
  builder.add(of_servers ? "server" : "client", Align::left,
              [](const ResultRow& row) { return row.contender->id; });
  // What the suite compares comes first, with its ratio and its word.
  if (of_servers) {
    add_rate(builder, true);
  } else {
    add_client_cpu(builder, true);
  }
  builder.add("vs " + run.design.reference, Align::right, ratio_text);
  builder.add("verdict", Align::left, verdict_text);
  // Before what a narrow terminal has no room for: a limited side changes what the rest means.
  builder.add("marks", Align::left,
              [codes](const ResultRow& row) { return marks_text(row, codes); });
  builder.add(fmt::format("{:.4g} % interval", run.design.judgement.confidence * 100), Align::right,
              interval_text);
  builder.add("blocks", Align::right, blocks_text);
  if (!of_servers) add_rate(builder, false);
  builder.add_times(
      "latency_p50_ns",
      {{"p50", "latency_p50_ns"}, {"p99", "latency_p99_ns"}, {"max", "latency_max_ns"}});
  builder.add_time("server CPU", "server_cpu_ns_per_request");
  if (of_servers) add_client_cpu(builder, false);
  builder.add_number("failed", "failed", 1);

  Table table;
  table.name = "results";
  table.title = title_of(run);
  builder.fill(table);
  table.legend = results_legend(run, findings, rows);
  return table;
}

}  // namespace joust::tables
