// Charts of figures against one of the cells' axes: connections or document size. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plots/figure_index.hpp"

namespace joust::plots {

/// What a panel shows of a figure.
struct Measure {
  std::string metric;      // id in the metric table
  std::string name;        // "latency p50", of the axis
  std::string short_name;  // "p50", where only this panel lacks a point; "" in a chart of one panel
  std::string column;      // name in the data file, unit included
  bool payload = false;    // a rate of answers as bytes of their bodies
  bool log = false;
};

/// The cells of one chart, in order of what the x axis shows.
struct CellGroup {
  std::vector<const Cell*> cells;
  bool by_size = false;  // else by connections
};

struct LineChartPlan {
  std::string stem;
  std::string title;
  std::string subtitle;
  std::vector<std::string> remarks;  // of the caption, before what is generated
  CellGroup group;
  std::vector<Measure> measures;  // a panel each
  bool shared_y = false;
};

/// Nothing where no contender has a point (an anchor alone is not drawn); `notices` then says why.
std::optional<Chart> line_chart(const Run& run, const FigureIndex& figures,
                                const LineChartPlan& plan, std::vector<std::string>& notices);

}  // namespace joust::plots
