#include "plots/gnuplot.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "plots/axis.hpp"
#include "plots/gnuplot_forest.hpp"
#include "plots/script_writer.hpp"
#include "plots/text_layout.hpp"

namespace joust::plots {
namespace {

constexpr double plot_height = 380;
constexpr double gutter = 44;  // between two panels, before the right one's tic labels

/// Every contender that has a point in any panel, in the design's order.
std::vector<Series> legend_series(const Chart& chart) {
  std::vector<Series> all;
  for (const Panel& panel : chart.panels) {
    for (const Series& series : panel.series) {
      const bool known = std::any_of(
          all.begin(), all.end(), [&](const Series& each) { return each.label == series.label; });
      if (!known) all.push_back(series);
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Series& a, const Series& b) {
    return std::pair{a.look.anchor, a.look.index} < std::pair{b.look.anchor, b.look.index};
  });
  return all;
}

std::size_t style_of(const std::vector<Series>& legend, const Series& series) {
  const auto found = std::find_if(legend.begin(), legend.end(),
                                  [&](const Series& each) { return each.label == series.label; });
  return static_cast<std::size_t>(found - legend.begin()) + 1;
}

void set_styles(ScriptWriter& script, const std::vector<Series>& legend) {
  script.setting("# Lines 1 to {}: contenders; from 101: their bars", legend.size());
  for (std::size_t i = 0; i < legend.size(); ++i) {
    Stroke stroke = stroke_of(legend[i].look);
    script.setting("set style line {} {}", i + 1, properties(stroke, page::line));
    stroke.dash = "solid";
    stroke.point = 0;
    script.setting("set style line {} {}", i + 101, properties(stroke, 1.2));
  }
  script.setting("set border 3 lc rgb '{}' lw 1", frame);
  script.setting("set tics nomirror out scale 0.6 tc rgb '{}'", ink);
  script.setting("set grid xtics ytics lt 1 lc rgb '{}' lw 0.8", grid);
  script.setting("set bars 0.5");
  script.setting("unset key");
}

/// How far contenders of one level stand apart, as a share of the axis, so that neither points nor
/// bars hide each other; no farther, because lines lean by it.
double step_between(const Axis& axis, std::size_t places, double length, bool y_is_log) {
  double nearest = 1;
  for (std::size_t i = 1; i < axis.tics.size(); ++i) {
    nearest = std::min(nearest,
                       position_on(axis, axis.tics[i].at) - position_on(axis, axis.tics[i - 1].at));
  }
  const double to_the_edge = position_on(axis, axis.tics.front().at);
  const auto count = static_cast<double>(places);
  // Lines of figures that lie close together on a logarithmic scale lean alike.
  const double wanted = (y_is_log ? 8 : 5.5) / length;
  return std::min({wanted, 0.4 * nearest / count, 1.7 * to_the_edge / count});
}

/// The using expression of x for the contender in `place` of `places`.
std::string x_expression(const Axis& axis, std::size_t place, std::size_t places, double step) {
  const double middle = (static_cast<double>(places) - 1) / 2;
  const double shift = (static_cast<double>(place) - middle) * step;
  const std::string value = axis.zero_at ? "at($1)" : "$1";
  if (std::abs(shift) < 1e-9) return fmt::format("({})", value);
  if (axis.log) return fmt::format("({}*{:.5f})", value, std::pow(axis.high / axis.low, shift));
  return fmt::format("({}{:+.5g})", value, (axis.high - axis.low) * shift);
}

/// Width of the widest tic label.
double tic_room(const Axis& axis) {
  double widest = 0;
  for (const Tic& tic : axis.tics)
    widest = std::max(widest, text_width(tic.label, page::text_font));
  return 1.15 * widest + 12;  // digits are wider than letters
}

struct Frame {
  double left, right, top, bottom;
};

void draw_panel(ScriptWriter& script, const Panel& panel, const std::vector<Series>& legend,
                const Frame& frame, std::size_t first_index) {
  using Align = ScriptWriter::Align;
  script.text(panel.y.title, frame.left - tic_room(panel.y), frame.top - 22, page::text_font, ink);
  script.text(panel.x.title, (frame.left + frame.right) / 2, frame.bottom + 48, page::text_font,
              ink, Align::center);
  script.drawing("set lmargin at screen X({}); set rmargin at screen X({})", number(frame.left),
                 number(frame.right));
  script.drawing("set tmargin at screen Y({}); set bmargin at screen Y({})", number(frame.top),
                 number(frame.bottom));
  script.drawing("{}", range_commands("x", panel.x));
  script.drawing("{}", range_commands("y", panel.y));
  script.drawing("{}",
                 tics_command("x", panel.x, readable_tics(panel.x, frame.right - frame.left)));
  script.drawing("{}", tics_command("y", panel.y, panel.y.tics));
  if (panel.x.zero_at) script.drawing("at(x) = x > 0 ? x : {}", number(*panel.x.zero_at));
  script.drawing("unit = {:.1f}", panel.y.unit);
  const auto contenders = static_cast<std::size_t>(std::count_if(
      legend.begin(), legend.end(), [](const Series& series) { return !series.look.anchor; }));
  const double step = step_between(panel.x, contenders, frame.right - frame.left, panel.y.log);
  script.drawing("plot \\");
  for (const bool bars : {true, false}) {
    for (std::size_t i = 0; i < panel.series.size(); ++i) {
      const bool last = !bars && i + 1 == panel.series.size();
      const Series& series = panel.series[i];
      const std::size_t style = style_of(legend, series);
      // Anchors, the last in the legend, are a line to measure by: they stay where they are.
      const std::string x = series.look.anchor ? x_expression(panel.x, 0, 1, step)
                                               : x_expression(panel.x, style - 1, contenders, step);
      script.drawing("  data index {} using {}:($2/unit){} with {} ls {}{}", first_index + i, x,
                     bars ? ":($3/unit):($4/unit)" : "", bars ? "yerrorbars" : "linespoints",
                     bars ? style + 100 : style, last ? "" : ", \\");
    }
  }
}

std::string data_of(const Chart& chart) {
  std::string text = comment(chart.title);
  text += "# Base units, as the columns' names say. ?: no interval.\n";
  std::size_t index = 0;
  for (const Panel& panel : chart.panels) {
    for (const Series& series : panel.series) {
      if (index > 0) text += "\n\n";
      text += comment(fmt::format("index {}: {}", index++, series.label));
      text += fmt::format("# {} {} low high\n", panel.x_column, panel.y_column);
      for (const Point& point : series.points) {
        text += fmt::format("{} {} {} {}\n", number(point.x), number(point.y),
                            point.interval ? number(point.interval->low) : "?",
                            point.interval ? number(point.interval->high) : "?");
      }
    }
  }
  return text;
}

Script script_of_panels(const Chart& chart) {
  ScriptWriter script{chart, page::width};
  const auto legend = legend_series(chart);
  std::vector<LegendEntry> entries;
  for (const Series& series : legend)
    entries.push_back({series.label, stroke_of(series.look), true});
  set_styles(script, legend);

  const bool many = chart.panels.size() > 1;
  const double top = script.head(entries) + 40;
  const double bottom = top + plot_height;
  const double height = script.caption(bottom + 84);
  double tics_room = 0;
  for (const Panel& panel : chart.panels) tics_room += tic_room(panel.y);
  const double gutters = gutter * static_cast<double>(chart.panels.size() - 1);
  const double panel_width = (page::width - 2 * page::edge - tics_room - gutters) /
                             static_cast<double>(chart.panels.size());
  double left = page::edge;
  std::size_t index = 0;
  if (many) script.drawing("set multiplot");
  for (const Panel& panel : chart.panels) {
    left += tic_room(panel.y);
    draw_panel(script, panel, legend, {left, left + panel_width, top, bottom}, index);
    // Words stay until they are unset: the next panel would draw them over again.
    if (many) script.drawing("unset label; unset arrow");
    left += panel_width + gutter;
    index += panel.series.size();
  }
  if (many) script.drawing("unset multiplot");
  return {script.finish(height), data_of(chart)};
}

}  // namespace

Script script_for(const Chart& chart) {
  return chart.forest ? script_of_forest(chart) : script_of_panels(chart);
}

}  // namespace joust::plots
