#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "results/tables/results_rows.hpp"

namespace joust::tables {

namespace {

struct KnownMark {
  std::string_view mark;
  std::string_view code;
  std::string_view meaning;
};
constexpr std::array known_marks = {
    KnownMark{"client-limited", "C", "the client had no CPU left while the server had"},
    KnownMark{"server-limited", "S", "the server had no CPU left while the client had"},
    KnownMark{"latency-bound", "L", "neither side was out of CPU"},
    KnownMark{"disturbed", "D", "something else used the machine"},
    KnownMark{"unanswered", "U", "requests were still unanswered when the client gave up"},
    KnownMark{"degraded", "G", "the client itself calls its result degraded"},
    KnownMark{"killed", "K", "the server did not stop when asked"},
};

const KnownMark* known(std::string_view mark) {
  const auto found = std::find_if(known_marks.begin(), known_marks.end(),
                                  [&](const KnownMark& k) { return k.mark == mark; });
  return found == known_marks.end() ? nullptr : &*found;
}

std::string percent(double share) { return fmt::format("{:.4g} %", share * 100); }

bool any(const std::vector<ResultRow>& rows, bool (*holds)(const ResultRow&)) {
  return std::any_of(rows.begin(), rows.end(), holds);
}

std::string comparison_line(const Run& run) {
  const auto& judgement = run.design.judgement;
  const Metric& primary = primary_metric(run.design.compare);
  return fmt::format(
      "vs {}: {} against {} in the same blocks, above 1 is better, with its {} interval "
      "(unadjusted). Words use intervals adjusted for all comparisons of the metric (Holm), the "
      "sign interval's consent and a margin of {}.",
      run.design.reference, primary.title, run.design.reference, percent(judgement.confidence),
      percent(judgement.margin));
}

void add_marks(std::vector<std::string>& legend, const Findings& findings) {
  std::vector<std::pair<std::string, std::string>> by_code;
  for (const auto& [mark, code] : mark_codes(findings)) by_code.emplace_back(code, mark);
  std::sort(by_code.begin(), by_code.end());
  for (const auto& [code, mark] : by_code) {
    const auto* entry = known(mark);
    legend.push_back(entry == nullptr ? fmt::format("{}: {}", code, mark)
                                      : fmt::format("{}: {}: {}", code, mark, entry->meaning));
  }
}

/// Quantiles that too few answers support, each with how many it takes.
void add_unsupported(std::vector<std::string>& legend, const std::vector<ResultRow>& rows,
                     const std::vector<std::string>& metric_ids) {
  std::string needs;
  for (const auto& id : metric_ids) {
    const bool is_missing = std::any_of(rows.begin(), rows.end(), [&](const ResultRow& row) {
      return row.figure != nullptr && row.figure->missing.count(id) > 0;
    });
    if (!is_missing) continue;
    const Metric& metric = *find_metric(id);
    needs += fmt::format("{}{} takes {}", needs.empty() ? "" : ", ", metric.title,
                         Histogram::needed_for(metric.quantile));
  }
  if (!needs.empty()) legend.push_back("n/a: too few answers (" + needs + ").");
}

/// Lines that hold for several rows, each once, with the rows it holds for.
class SharedLines {
 public:
  void add(const std::string& line, const std::string& place) {
    const auto found = std::find_if(lines_.begin(), lines_.end(),
                                    [&](auto& entry) { return entry.first == line; });
    if (found == lines_.end()) {
      lines_.emplace_back(line, place);
    } else {
      found->second += "; " + place;
    }
  }
  void append_to(std::vector<std::string>& legend) const {
    for (const auto& [line, places] : lines_)
      legend.push_back(fmt::format("{} ({})", line, places));
  }

 private:
  std::vector<std::pair<std::string, std::string>> lines_;  // line, places
};

void add_reasons(std::vector<std::string>& legend, const std::vector<ResultRow>& rows) {
  SharedLines lines;
  for (const auto& row : rows) {
    if (row.figure == nullptr) continue;
    for (const auto& reason : row.figure->reasons) {
      lines.add(row.contender->id + ": " + reason, row.place);
    }
  }
  lines.append_to(legend);
}

void add_placed_marks(std::vector<std::string>& legend, const std::vector<ResultRow>& rows) {
  SharedLines lines;
  for (const auto& row : rows) {
    for (const auto& mark : row.figure->marks) {
      const auto* entry = known(mark);
      lines.add(entry == nullptr ? mark : fmt::format("{}: {}", mark, entry->meaning),
                fmt::format("{}: {}", row.contender->id, row.place));
    }
  }
  lines.append_to(legend);
}

}  // namespace

std::map<std::string, std::string> mark_codes(const Findings& findings) {
  std::map<std::string, std::string> codes;
  std::size_t unknown = 0;
  for (const auto& figure : findings.figures) {
    for (const auto& mark : figure.marks) {
      if (codes.count(mark) > 0) continue;
      const auto* entry = known(mark);
      codes[mark] = entry != nullptr ? std::string(entry->code) : std::to_string(++unknown);
    }
  }
  return codes;
}

std::string half_width_line(const Run& run) {
  return fmt::format("+- %: half the {} interval of the figure before it, over blocks.",
                     percent(run.design.judgement.confidence));
}

std::vector<std::string> figures_legend(const std::vector<ResultRow>& rows, const Metric& metric) {
  std::vector<std::string> legend;
  const auto anchor =
      std::find_if(rows.begin(), rows.end(), [](const ResultRow& row) { return row.is_anchor(); });
  if (anchor != rows.end()) {
    legend.push_back(anchor->contender->id +
                     ": the anchor, the yardstick that rides in every block, never ranked.");
  }
  add_unsupported(legend, rows, {std::string(metric.id)});
  add_placed_marks(legend, rows);
  add_reasons(legend, rows);
  return legend;
}

std::vector<std::string> results_legend(const Run& run, const Findings& findings,
                                        const std::vector<ResultRow>& rows) {
  std::vector<std::string> legend;
  legend.push_back(half_width_line(run));
  if (any(rows, [](const ResultRow& row) { return row.comparison != nullptr; })) {
    legend.push_back(comparison_line(run));
  }
  if (any(rows, [](const ResultRow& row) {
        return row.comparison != nullptr && row.comparison->told_apart;
      })) {
    legend.emplace_back("*: told apart: both intervals exclude \"no difference\".");
  }
  legend.emplace_back(
      "p50, p99, max: service time, all valid visits merged; in a closed loop shown, never judged. "
      "CPU: per answered request.");
  if (any(rows, [](const ResultRow& row) { return row.is_anchor(); })) {
    legend.emplace_back("anchor: the yardstick that rides in every block, never ranked.");
  }
  add_unsupported(legend, rows, {"latency_p50_ns", "latency_p99_ns"});
  add_marks(legend, findings);
  add_reasons(legend, rows);
  return legend;
}

}  // namespace joust::tables
