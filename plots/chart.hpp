// Charts as data: what is drawn, in base units, with its words. Knows no gnuplot and no files.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "results/model/estimate.hpp"
#include "results/model/verdict.hpp"

namespace joust::plots {

struct Tic {
  double at = 0;
  std::string label;
};

/// Positions in base units; only what is printed is scaled, by one scale an axis.
struct Axis {
  std::string title;  // with the unit: "latency p50 [us]"
  double unit = 1;    // base units in one unit of the axis: 1000 where ns are shown as us
  bool log = false;
  double low = 0;
  double high = 1;
  std::vector<Tic> tics;
  /// Where a logarithmic axis draws the value 0, which it has no place for.
  std::optional<double> zero_at;
};

struct Point {
  double x = 0;
  double y = 0;
  std::optional<Interval> interval;
};

/// Colour, point and dash of a contender: the same in all charts of a run.
struct Look {
  std::size_t index = 0;  // among the design's contenders, anchors left out
  bool anchor = false;    // grey and dashed, whatever the index
};

struct Series {
  std::string label;
  Look look;
  std::vector<Point> points;  // ascending x
};

struct Panel {
  std::string x_column;  // names in the data file, unit included
  std::string y_column;
  Axis x;
  Axis y;
  std::vector<Series> series;  // those with at least one point
};

/// One comparison as a line of the forest plot.
struct ForestRow {
  std::string label;
  std::optional<double> ratio;
  std::optional<Interval> interval;
  Verdict verdict = Verdict::invalid;
  std::string word;  // for the verdict
};

struct ForestSection {
  std::string heading;   // "" for none
  bool summary = false;  // the geometric means: drawn stronger
  std::vector<ForestRow> rows;
};

struct Forest {
  Axis x;
  Interval margin;  // the band in which a difference does not matter
  std::vector<ForestSection> sections;
};

/// Either panels or a forest.
struct Chart {
  std::string stem;  // of its files: letters, digits, '-', '_' and '.'
  std::string title;
  std::string subtitle;
  std::vector<std::string> caption;  // paragraphs, not yet broken into lines
  std::vector<Panel> panels;
  std::optional<Forest> forest;
};

}  // namespace joust::plots
