#include "plots/script_writer.hpp"

#include <algorithm>
#include <cmath>

#include "plots/axis.hpp"
#include "plots/gnuplot.hpp"
#include "plots/text_layout.hpp"

namespace joust::plots {
namespace {

constexpr double legend_line = 22;
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

}  // namespace

std::string number(double value) { return fmt::format("{:.9g}", value); }

std::string comment(std::string_view text) {
  // A backslash at the end would draw the next line into the comment.
  std::string line = "# " + printable(text);
  if (line.back() == '\\') line += ' ';
  return line + "\n";
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

std::string tics_command(char axis, const Axis& of, const std::vector<Tic>& tics) {
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

std::string range_commands(char axis, const Axis& of) {
  return fmt::format("{}set logscale {}; set {}range [{}:{}]", of.log ? "" : "un", axis, axis,
                     number(of.low / of.unit), number(of.high / of.unit));
}

std::string properties(const Stroke& stroke, double line_width) {
  return fmt::format("lc rgb '{}' lw {} dt {} pt {} ps {}", stroke.colour, line_width, stroke.dash,
                     stroke.point, stroke.size);
}

ScriptWriter::ScriptWriter(const Chart& chart, double width) : chart_(chart), width_(width) {}

void ScriptWriter::text(std::string_view words, double x, double y, double font,
                        std::string_view colour, Align align, bool bold) {
  ++tag_;
  words_ += fmt::format("text{} = {}\n", tag_, quoted(words));
  drawing("set label {0} text{0} at screen X({1}), screen Y({2}) {3} font '{4},{5}' tc rgb '{6}'",
          tag_, number(x), number(y), name_of(align), bold ? ":Bold" : "", font, colour);
}

void ScriptWriter::symbol(double x, double y, const Stroke& stroke) {
  drawing("set label {} '' at screen X({}), screen Y({}) point pt {} ps {} lw 1.5 lc rgb '{}'",
          ++tag_, number(x), number(y), stroke.point, stroke.size, stroke.colour);
}

void ScriptWriter::segment(double x_from, double x_to, double y, const Stroke& stroke) {
  drawing(
      "set arrow {} from screen X({}), screen Y({}) to screen X({}), screen Y({}) nohead lc rgb "
      "'{}' lw 1.8 dt {}",
      ++tag_, number(x_from), number(y), number(x_to), number(y), stroke.colour, stroke.dash);
}

double ScriptWriter::head(const std::vector<LegendEntry>& entries) {
  double y = page::edge;
  const double room = width_ - 2 * page::edge;
  for (const auto& line : broken_into_lines(printable(chart_.title), room, page::title_font)) {
    text(line, page::edge, y, page::title_font, ink);
    y += 24;
  }
  for (const auto& line : broken_into_lines(printable(chart_.subtitle), room, page::text_font)) {
    text(line, page::edge, y, page::text_font, faint_ink);
    y += 17;
  }
  return legend(entries, y + 13);
}

double ScriptWriter::legend(const std::vector<LegendEntry>& entries, double y) {
  double widest = 0;
  for (const LegendEntry& entry : entries)
    widest = std::max(widest, text_width(printable(entry.name), page::text_font));
  const double sample = entries.empty() || entries.front().line ? legend_sample : 12;
  const double column = sample + 8 + widest + legend_gap;
  const double room = width_ - 2 * page::edge + legend_gap;
  const auto fit = static_cast<std::size_t>(std::max(1.0, std::floor(room / column)));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const double x = page::edge + column * static_cast<double>(i % fit);
    const double at = y + legend_line * std::floor(static_cast<double>(i / fit));
    if (entries[i].line) segment(x, x + sample, at, entries[i].stroke);
    symbol(x + sample / 2, at, entries[i].stroke);
    text(entries[i].name, x + sample + 8, at, page::text_font, ink);
  }
  const std::size_t rows = (entries.size() + fit - 1) / fit;
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
  std::string script = comment(chart_.title);
  script += fmt::format("# Data: {0}.dat. To draw it again, in this folder: gnuplot {0}.gp\n",
                        chart_.stem);
  script += "reset\nset encoding utf8\nset decimalsign '.'\n";
  script += "set datafile separator whitespace\nset datafile missing '?'\n";
  script += fmt::format("stem = '{0}'\ndata = '{0}.dat'\nwidth = {1}\nheight = {2}\n", chart_.stem,
                        number(width_), number(height));
  script += "X(pixels) = pixels / (1.0 * width)\nY(pixels) = 1 - pixels / (1.0 * height)\n\n";
  script += words_ + "\n" + settings_ + "\n";
  script += "do for [format in 'svg png'] {\n";
  script +=
      "  if (format eq 'svg') {\n"
      "    set terminal svg size width,height fixed noenhanced butt background rgb 'white' "
      "font 'Helvetica, Arial, sans-serif,11.5'\n"
      "  } else {\n"
      "    set terminal pngcairo size 2*width,2*height noenhanced butt background rgb 'white' "
      "font 'Sans,11.5' fontscale 2 linewidth 2 pointscale 2\n"
      "  }\n"
      "  set output stem . '.' . format\n";
  script += drawing_ + "  unset output\n}\n";
  return script;
}

}  // namespace joust::plots
