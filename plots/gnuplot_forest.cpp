#include "plots/gnuplot_forest.hpp"

#include <algorithm>
#include <vector>

#include "plots/script_writer.hpp"
#include "plots/text_layout.hpp"

namespace joust::plots {
namespace {

using Align = ScriptWriter::Align;

constexpr double long_plot = 30;  // rows; beyond, the scale stands at the top too
constexpr double row_height = 24;
constexpr double least_plot_width = 400;
// To the right of the plot: ratio, interval, word.
constexpr double ratio_room = 66;
constexpr double interval_room = 126;
constexpr double word_room = 108;

/// A row or heading with its place: 1 is the first row's middle.
struct PlacedRow {
  double y = 0;
  const ForestSection* section = nullptr;
  const ForestRow* row = nullptr;  // none: the section's heading
};

struct Rows {
  std::vector<PlacedRow> placed;
  std::vector<double> rules;  // lines between sections
  double end = 0;             // of the last row
};

Rows place(const Forest& forest) {
  Rows rows;
  double y = 0.5;
  for (const ForestSection& section : forest.sections) {
    if (!rows.placed.empty()) {
      rows.rules.push_back(y + 0.3);
      y += 0.6;
    }
    if (!section.heading.empty()) {
      rows.placed.push_back({y + 0.5, &section, nullptr});
      y += 1;
    }
    for (const ForestRow& row : section.rows) {
      rows.placed.push_back({y + 0.5, &section, &row});
      y += 1;
    }
  }
  rows.end = y;
  return rows;
}

/// Rows that are drawn alike share a block of the data file.
struct Kind {
  Verdict verdict;
  bool summary;
  std::string word;
  bool operator==(const Kind&) const = default;
};

std::vector<Kind> kinds_of(const Rows& rows) {
  std::vector<Kind> kinds;
  for (const PlacedRow& placed : rows.placed) {
    if (placed.row == nullptr || !placed.row->ratio) continue;
    const Kind kind{placed.row->verdict, placed.section->summary, placed.row->word};
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  }
  std::sort(kinds.begin(), kinds.end(), [](const Kind& a, const Kind& b) {
    return std::pair{a.verdict, !a.summary} < std::pair{b.verdict, !b.summary};
  });
  return kinds;
}

std::vector<LegendEntry> legend_of(const std::vector<Kind>& kinds) {
  std::vector<LegendEntry> entries;
  for (const Kind& kind : kinds) {
    if (entries.empty() || entries.back().name != kind.word)
      entries.push_back({kind.word, stroke_of(kind.verdict), false});
  }
  return entries;
}

std::string data_of(const Chart& chart, const Rows& rows, const std::vector<Kind>& kinds) {
  std::string text = comment(chart.title);
  text +=
      "# Ratios above 1: better than the reference. row: place in the picture. ?: no interval.\n";
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (i > 0) text += "\n\n";
    text += comment(fmt::format("index {}: {}{}", i, kinds[i].word,
                                kinds[i].summary ? ", geometric mean" : ""));
    text += "# ratio low high row\n";
    for (const PlacedRow& placed : rows.placed) {
      if (placed.row == nullptr || !placed.row->ratio) continue;
      const ForestRow& row = *placed.row;
      if (Kind{row.verdict, placed.section->summary, row.word} != kinds[i]) continue;
      const std::string& heading = placed.section->heading;
      text += comment(heading.empty() ? row.label : heading + ": " + row.label);
      text += fmt::format("{} {} {} {}\n", number(*row.ratio),
                          row.interval ? number(row.interval->low) : "?",
                          row.interval ? number(row.interval->high) : "?", number(placed.y));
    }
  }
  return text;
}

double label_room(const Rows& rows) {
  double widest = 0;
  for (const PlacedRow& placed : rows.placed) {
    const std::string& label = placed.row ? placed.row->label : placed.section->heading;
    const double indent = placed.row != nullptr && !placed.section->heading.empty() ? 14 : 0;
    widest = std::max(widest, text_width(printable_name(label), page::text_font) + indent);
  }
  return widest;
}

struct Columns {
  double plot_left, plot_right, ratio, interval, word, width;
};

Columns columns_for(const Rows& rows) {
  Columns columns{};
  const double right = ratio_room + interval_room + word_room;
  columns.plot_left = page::edge + label_room(rows) + 16;
  columns.plot_right =
      std::max(page::width - page::edge - right, columns.plot_left + least_plot_width);
  columns.ratio = columns.plot_right + ratio_room;
  columns.interval = columns.ratio + 12;
  columns.word = columns.ratio + interval_room;
  columns.width = columns.plot_right + right + page::edge;
  return columns;
}

/// Of bounded width: intervals of two blocks reach from nothing to billions.
std::string ratio_text(double ratio) {
  if (ratio < 0.001) return "<0.001";
  if (ratio < 99.9995) return fmt::format("{:.3f}", ratio);
  if (ratio < 999.5) return fmt::format("{:.0f}", ratio);
  return ">999";
}

void write_row(ScriptWriter& script, const PlacedRow& placed, const Columns& columns, double y) {
  const bool headed = !placed.section->heading.empty();
  if (placed.row == nullptr) {
    script.text(printable_name(placed.section->heading), page::edge, y, page::text_font + 1, ink);
    return;
  }
  const ForestRow& row = *placed.row;
  script.text(printable_name(row.label), page::edge + (headed ? 14 : 0), y, page::text_font, ink);
  if (row.ratio)
    script.text(ratio_text(*row.ratio), columns.ratio, y, page::text_font, ink, Align::right);
  if (row.interval)
    script.text(
        fmt::format("[{}, {}]", ratio_text(row.interval->low), ratio_text(row.interval->high)),
        columns.interval, y, page::small_font, faint_ink);
  script.text(row.word, columns.word, y, page::text_font, ink);
}

void set_style(ScriptWriter& script, const Forest& forest, const std::vector<Kind>& kinds) {
  script.setting("# Lines: verdicts, the geometric means stronger");
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    Stroke stroke = stroke_of(kinds[i].verdict);
    if (kinds[i].summary) stroke.size *= 1.35;
    script.setting("set style line {} {}", i + 1, properties(stroke, kinds[i].summary ? 2.6 : 1.6));
  }
  script.setting("set border 1 lc rgb '{}' lw 1", frame);
  script.setting("set tics nomirror out scale 0.6 tc rgb '{}'", ink);
  script.setting("unset ytics");
  script.setting("set grid xtics lt 1 lc rgb '{}' lw 0.8", grid);
  script.setting("set bars 0");
  script.setting("unset key");
  script.setting("# The margin, and no difference");
  script.setting(
      "set object 1 rectangle from {}, graph 0 to {}, graph 1 behind fc rgb '{}' fs solid noborder",
      number(forest.margin.low), number(forest.margin.high), band);
}

}  // namespace

Script script_of_forest(const Chart& chart) {
  const Forest& forest = *chart.forest;
  const Rows rows = place(forest);
  const auto kinds = kinds_of(rows);
  const Columns columns = columns_for(rows);
  ScriptWriter script{chart, columns.width};
  set_style(script, forest, kinds);
  const bool is_long = rows.end > long_plot;
  const double top = script.head(legend_of(kinds)) + (is_long ? 30 : 4);
  const double bottom = top + (rows.end + 0.25) * row_height;
  for (const double rule : rows.rules) script.rule(top + rule * row_height);
  for (const PlacedRow& placed : rows.placed)
    write_row(script, placed, columns, top + placed.y * row_height);
  script.text(forest.x.title, (columns.plot_left + columns.plot_right) / 2, bottom + 48,
              page::text_font, ink, Align::center);
  const double height = script.caption(bottom + 84);

  script.drawing("set lmargin at screen X({}); set rmargin at screen X({})",
                 number(columns.plot_left), number(columns.plot_right));
  script.drawing("set tmargin at screen Y({}); set bmargin at screen Y({})", number(top),
                 number(bottom));
  script.drawing("{}", range_commands("x", forest.x));
  script.drawing("set yrange [{}:0]", number(rows.end + 0.25));
  const auto tics = readable_tics(forest.x, columns.plot_right - columns.plot_left);
  script.drawing("{}", tics_command("x", forest.x, tics));
  if (is_long) {
    script.drawing("{}", range_commands("x2", forest.x));
    script.drawing("{}", tics_command("x2", forest.x, tics));
  }
  script.drawing(
      "set arrow 10000 from 1, graph 0 to 1, graph 1 nohead back lc rgb '{}' lw 1.2 dt (5,4)",
      faint_ink);
  script.drawing("plot \\");
  for (const bool bars : {true, false}) {
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const bool last = !bars && i + 1 == kinds.size();
      script.drawing("  data index {} using {} with {} ls {}{}", i, bars ? "1:4:2:3" : "1:4",
                     bars ? "xerrorbars" : "points", i + 1, last ? "" : ", \\");
    }
  }
  return {script.finish(height), data_of(chart, rows, kinds)};
}

}  // namespace joust::plots
