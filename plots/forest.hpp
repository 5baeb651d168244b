// The ratio forest plot: every contender over the reference, per cell and as geometric mean. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plots/figure_index.hpp"
#include "results/model/metric.hpp"

namespace joust::plots {

/// Nothing where no comparison of the metric has a ratio; `notices` then says why, unless nothing
/// was to be compared.
std::optional<Chart> forest_chart(const Run& run, const Findings& findings, const Metric& metric,
                                  std::vector<std::string>& notices);

}  // namespace joust::plots
