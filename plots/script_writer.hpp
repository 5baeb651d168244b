// What all scripts have in common: the page, its words, the two terminals. Private to plots.
#pragma once

#include <fmt/format.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plots/chart.hpp"
#include "plots/palette.hpp"

namespace joust::plots {

/// Font sizes and distances, in pixels of a picture about 1000 wide.
namespace page {
inline constexpr double width = 1000;
inline constexpr double edge = 28;
inline constexpr double title_font = 18;
inline constexpr double text_font = 13;
inline constexpr double small_font = 11;
inline constexpr double line = 1.8;  // of a series
inline constexpr double caption_line = 17;
}  // namespace page

/// One symbol with its name.
struct LegendEntry {
  std::string name;
  Stroke stroke;
  bool line = false;  // with a piece of line
};

/// Collects a script. Positions are pixels from the picture's upper left corner; the script turns
/// them into gnuplot's screen coordinates by X() and Y(), so that both terminals agree.
class ScriptWriter {
 public:
  ScriptWriter(const Chart& chart, double width);

  /// Title, subtitle and legend; returns the y below them.
  double head(const std::vector<LegendEntry>& legend);
  /// The caption from `y` down; returns the picture's height.
  double caption(double y);

  enum class Align { left, center, right };
  void text(std::string_view words, double x, double y, double font, std::string_view colour,
            Align align = Align::left);
  void symbol(double x, double y, const Stroke& stroke);
  void segment(double x_from, double x_to, double y, const Stroke& stroke, double line_width);
  /// A thin line across the page.
  void rule(double y);

  /// A line before the drawing: set once, holds for both pictures.
  template <typename... Args>
  void setting(fmt::format_string<Args...> format, Args&&... args) {
    settings_ += fmt::format(format, std::forward<Args>(args)...) + "\n";
  }
  /// A line of the drawing itself, made once a picture.
  template <typename... Args>
  void drawing(fmt::format_string<Args...> format, Args&&... args) {
    drawing_ += "  " + fmt::format(format, std::forward<Args>(args)...) + "\n";
  }

  std::string finish(double height) const;
  double width() const { return width_; }

 private:
  double legend(const std::vector<LegendEntry>& entries, double y);

  const Chart& chart_;
  double width_;
  int tag_ = 0;  // of labels and arrows
  std::string words_;
  std::string settings_;
  std::string drawing_;
};

/// "set xtics (...)" for axis "x", in the axis's unit.
std::string tics_command(std::string_view axis, const Axis& of, const std::vector<Tic>& tics);
/// Tics along `length` pixels whose labels keep clear of each other; the others lose their label.
std::vector<Tic> readable_tics(const Axis& axis, double length);
/// "set xrange [...]" with "set logscale x" or "unset logscale x" before it.
std::string range_commands(std::string_view axis, const Axis& of);
/// A style line's properties.
std::string properties(const Stroke& stroke, double line_width);
/// A number in a data file or script: nine digits, a point.
std::string number(double value);

std::string comment(std::string_view text);

}  // namespace joust::plots
