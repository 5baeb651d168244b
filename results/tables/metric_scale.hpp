// One metric's values in the one unit that suits all of them; private to results/tables.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/model/estimate.hpp"
#include "results/model/metric.hpp"

namespace joust::tables {

struct MetricScale {
  std::string_view unit;  // "1/s", "us", "KiB"; "" for bare numbers
  double factor = 1;      // base units in one of these
  int digits = 3;         // significant ones

  std::string text(double value) const;
};
/// Absent values do not count.
MetricScale scale_for(const Metric& metric, const std::vector<std::optional<double>>& values);

/// "1.2": half the interval in percent of the point; ">100" beyond all of it, "-" without one.
std::string half_width_percent(const Estimate* estimate);

}  // namespace joust::tables
