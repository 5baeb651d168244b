#include "plots/script_writer.hpp"

#include <algorithm>
#include <numeric>

#include "plots/axis.hpp"
#include "plots/gnuplot.hpp"
#include "plots/text_layout.hpp"

namespace joust::plots {
namespace {

constexpr double legend_line = 24;
constexpr double legend_sample = 34;  // the piece of line
constexpr double legend_gap = 30;     // between columns

std::string_view name_of(ScriptWriter::Align align) {
  switch (align) {
    case ScriptWriter::Align::left:
      return "left";
    case ScriptWriter::Align::center:
      return "center";
    case ScriptWriter::Align::right:
      return "right";
  }
  return "left";
}

/// Widths of `count` columns when the entries are dealt out row by row.
std::vector<double> column_widths(const std::vector<double>& widths, std::size_t count) {
  std::vector<double> columns(count, 0);
  for (std::size_t i = 0; i < widths.size(); ++i)
    columns[i % count] = std::max(columns[i % count], widths[i]);
  return columns;
}

/// As few rows as possible, then as few columns as those rows need.
std::vector<double> columns_that_fit(const std::vector<double>& widths, double room) {
  const auto fits = [&](std::size_t count) {
    const auto columns = column_widths(widths, count);
    return std::accumulate(columns.begin(), columns.end(), 0.0) <= room;
  };
  std::size_t count = widths.size();
  while (count > 1 && !fits(count)) --count;
  const std::size_t rows = (widths.size() + count - 1) / count;
  const std::size_t fewer = (widths.size() + rows - 1) / rows;
  return column_widths(widths, fits(fewer) ? fewer : count);
}

}  // namespace

std::string number(double value) { return fmt::format("{:.9g}", value); }

std::string comment(std::string_view text) {
  // A backslash at the end would draw the next line into the comment.
  std::string line = "# " + printable(text);
  if (line.back() == '\\') line += ' ';
  return line + "\n";
}

std::string script_mark(std::string_view stem) {
  return fmt::format(
      "# joust chart {}: every report writes it anew; to change it, change a copy under another "
      "name.\n",
      stem);
}

std::string quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : printable(text)) {
    result += c;
    if (c == '\'') result += c;
  }
  return result + "'";
}

std::string quoted_tic(std::string_view text) {
  std::string doubled;
  for (const char c : text) {
    doubled += c;
    if (c == '%') doubled += c;
  }
  return quoted(doubled);
}

std::string tics_command(std::string_view axis, const Axis& of, const std::vector<Tic>& tics) {
  std::string command = fmt::format("set {}tics (", axis);
  for (std::size_t i = 0; i < tics.size(); ++i) {
    command += fmt::format("{}{} {}", i == 0 ? "" : ", ", quoted_tic(tics[i].label),
                           number(tics[i].at / of.unit));
  }
  return command + ")";
}

std::vector<Tic> readable_tics(const Axis& axis, double length) {
  std::vector<Tic> tics = axis.tics;
  const auto half_width = [](const Tic& tic) {
    return text_width(tic.label, page::text_font) / 2 + 5;
  };
  // From the right: the largest level is the one that readers look for.
  double free_until = length * 2;
  for (auto tic = tics.rbegin(); tic != tics.rend(); ++tic) {
    const double at = position_on(axis, tic->at) * length;
    if (at + half_width(*tic) > free_until) {
      tic->label.clear();
    } else {
      free_until = at - half_width(*tic);
    }
  }
  return tics;
}

std::string range_commands(std::string_view axis, const Axis& of) {
  return fmt::format("{}set logscale {}; set {}range [{}:{}]", of.log ? "" : "un", axis, axis,
                     number(of.low / of.unit), number(of.high / of.unit));
}

std::string properties(const Stroke& stroke, double line_width) {
  return fmt::format("lc rgb '{}' lw {} dt {} pt {} ps {}", stroke.colour, line_width, stroke.dash,
                     stroke.point, stroke.size);
}

ScriptWriter::ScriptWriter(const Chart& chart, double width) : chart_(chart), width_(width) {}

void ScriptWriter::text(std::string_view words, double x, double y, double font,
                        std::string_view colour, Align align) {
  ++tag_;
  words_ += fmt::format("text{} = {}\n", tag_, quoted(words));
  drawing("set label {0} text{0} at screen X({1}), screen Y({2}) {3} font ',{4}' tc rgb '{5}'",
          tag_, number(x), number(y), name_of(align), font, colour);
}

void ScriptWriter::rule(double y) {
  segment(page::edge, width_ - page::edge, y, {grid, 0, 0, "solid"}, 0.8);
}

void ScriptWriter::symbol(double x, double y, const Stroke& stroke) {
  drawing("set label {} '' at screen X({}), screen Y({}) point pt {} ps {} lw 1.5 lc rgb '{}'",
          ++tag_, number(x), number(y), stroke.point, stroke.size, stroke.colour);
}

void ScriptWriter::segment(double x_from, double x_to, double y, const Stroke& stroke,
                           double line_width) {
  drawing(
      "set arrow {} from screen X({}), screen Y({}) to screen X({}), screen Y({}) nohead lc rgb "
      "'{}' lw {} dt {}",
      ++tag_, number(x_from), number(y), number(x_to), number(y), stroke.colour, line_width,
      stroke.dash);
}

double ScriptWriter::head(const std::vector<LegendEntry>& entries) {
  double y = page::edge;
  const double room = width_ - 2 * page::edge;
  for (const auto& line : broken_into_lines(printable(chart_.title), room, page::title_font)) {
    text(line, page::edge, y, page::title_font, ink);
    y += 27;
  }
  for (const auto& line : broken_into_lines(printable(chart_.subtitle), room, page::text_font)) {
    text(line, page::edge, y, page::text_font, faint_ink);
    y += 19;
  }
  return legend(entries, y + 13);
}

double ScriptWriter::legend(const std::vector<LegendEntry>& entries, double y) {
  if (entries.empty()) return y;
  const double sample = entries.front().line ? legend_sample : 12;
  std::vector<double> widths;
  for (const LegendEntry& entry : entries) {
    widths.push_back(sample + 8 + text_width(printable_name(entry.name), page::text_font) +
                     legend_gap);
  }
  const auto columns = columns_that_fit(widths, width_ - 2 * page::edge + legend_gap);
  double x = page::edge;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::size_t column = i % columns.size();
    if (column == 0) x = page::edge;
    const double at = y + legend_line * static_cast<double>(i / columns.size());
    if (entries[i].line) segment(x, x + sample, at, entries[i].stroke, page::line);
    symbol(x + sample / 2, at, entries[i].stroke);
    text(printable_name(entries[i].name), x + sample + 8, at, page::text_font, ink);
    x += columns[column];
  }
  const std::size_t rows = (entries.size() + columns.size() - 1) / columns.size();
  return y + legend_line * static_cast<double>(rows);
}

double ScriptWriter::caption(double y) {
  for (const std::string& paragraph : chart_.caption) {
    const double room = width_ - 2 * page::edge;
    for (const auto& line : broken_into_lines(paragraph, room, page::small_font)) {
      text(line, page::edge, y, page::small_font, faint_ink);
      y += page::caption_line;
    }
  }
  return y + 8;
}

std::string ScriptWriter::finish(double height) const {
  std::string script = script_mark(chart_.stem) + comment(chart_.title);
  script += fmt::format("# Data: {0}.dat. To draw it again, in this folder: gnuplot {0}.gp\n",
                        chart_.stem);
  script += "reset\nset encoding utf8\nset decimalsign '.'\n";
  script += "set datafile separator whitespace\nset datafile missing '?'\n";
  script += fmt::format("stem = '{0}'\ndata = '{0}.dat'\nwidth = {1}\nheight = {2}\n", chart_.stem,
                        number(width_), number(height));
  // Fails where the data are missing, before a picture is begun or an earlier one is lost: gnuplot
  // only warns of the file, but the variable is not there.
  script += "stats data index 0 using 1 nooutput\nrecords = STATS_records\n";
  script += "X(pixels) = pixels / (1.0 * width)\nY(pixels) = 1 - pixels / (1.0 * height)\n\n";
  script += words_ + "\n" + settings_ + "\n";
  // A picture element of the PNG is half a pixel of the page, and its points of type are 4/3 of
  // one: the two pictures are alike.
  script += fmt::format(
      "do for [format in 'svg png'] {{\n"
      "  if (format eq 'svg') {{\n"
      "    set terminal svg size width,height fixed noenhanced butt background rgb 'white' "
      "font 'Helvetica, Arial, sans-serif,{0}'\n"
      "  }} else {{\n"
      "    set terminal pngcairo size 2*width,2*height noenhanced butt background rgb 'white' "
      "font 'Sans,{0}' fontscale 1.5 linewidth 2 pointscale 2.2 dashlength 1.2\n"
      "  }}\n"
      "  set output stem . '.' . format\n",
      page::text_font);
  script += drawing_ + "  unset output\n}\n";
  return script;
}

}  // namespace joust::plots
