// Colours, points and dashes: told apart by colour-blind readers and in grey, where points and
// dashes do the work.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "plots/chart.hpp"

namespace joust::plots {

struct Stroke {
  std::string_view colour;  // "#rrggbb"
  int point = 7;            // gnuplot's point types, the same in svg and pngcairo
  double size = 1;
  std::string_view dash;  // gnuplot's dash type
};

/// Colours: M. Okabe, K. Ito, "Color Universal Design", 2008 (jfly.uni-koeln.de/color), without the
/// yellow, which is lost on white; a dark grey takes its place.
inline constexpr std::array<std::string_view, 8> colours{
    "#0072B2",  // blue
    "#D55E00",  // vermillion
    "#009E73",  // bluish green
    "#CC79A7",  // reddish purple
    "#E69F00",  // orange
    "#56B4E9",  // sky blue
    "#000000",  // black
    "#6B6B6B",  // not of the palette
};

/// One longer than the colours: a ninth contender has the first colour with another point.
struct PointType {
  int type;
  double size;  // so that all look equally large
};
inline constexpr std::array<PointType, 13> points{{
    {7, 1.0},    // disc
    {5, 0.9},    // square
    {9, 1.05},   // triangle
    {13, 1.05},  // diamond
    {11, 1.05},  // triangle, tip down
    {6, 1.0},    // the same, open
    {4, 0.9},
    {8, 1.05},
    {12, 1.05},
    {10, 1.05},
    {15, 1.05},  // pentagon
    {14, 1.05},
    {2, 0.9},  // cross
}};

inline constexpr std::array<std::string_view, 6> dashes{
    "solid", "(14,5)", "(5,4)", "(14,4,3,4)", "(14,4,3,4,3,4)", "(20,4,8,4)",
};

Stroke stroke_of(const Look& look);
Stroke stroke_of(Verdict verdict);

inline constexpr std::string_view ink = "#222222";
inline constexpr std::string_view faint_ink = "#5A5A5A";
inline constexpr std::string_view frame = "#8C8C8C";
inline constexpr std::string_view grid = "#E4E4E4";
inline constexpr std::string_view band = "#EBEBEB";
inline constexpr std::string_view anchor_grey = "#9A9A9A";

}  // namespace joust::plots
