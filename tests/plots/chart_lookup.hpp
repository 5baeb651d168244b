// Finds a chart among those made, and words in its lines.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "plots/series.hpp"

namespace joust::test {

inline const plots::Chart* find(const plots::Charts& made, const std::string& stem) {
  const auto found = std::find_if(made.charts.begin(), made.charts.end(),
                                  [&](const plots::Chart& chart) { return chart.stem == stem; });
  return found == made.charts.end() ? nullptr : &*found;
}

inline const plots::Chart& get(const plots::Charts& made, const std::string& stem) {
  const plots::Chart* chart = find(made, stem);
  if (chart == nullptr) throw std::runtime_error("no chart " + stem);
  return *chart;
}

inline bool says(const std::vector<std::string>& lines, const std::string& words) {
  return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
    return line.find(words) != std::string::npos;
  });
}

}  // namespace joust::test
