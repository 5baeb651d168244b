// Ranges and tics of axes. Pure; labels are the same in every locale.
#pragma once

#include <string>
#include <vector>

#include "plots/chart.hpp"

namespace joust::plots {

/// "20 000", "7.5": thousands apart, no zeros without meaning.
std::string tic_label(double value);

/// A measured quantity from zero up to at least `highest` (base units), about five steps.
Axis axis_from_zero(double highest, double unit);

/// A measured quantity, logarithmic, with room around [lowest, highest]; both positive.
Axis log_axis(double lowest, double highest, double unit);

/// Ratios around 1, logarithmic; both positive.
Axis ratio_axis(double lowest, double highest);

/// Chosen levels (ascending, each once) with a tic each: logarithmic where the positive ones span a
/// decade. A level 0 then gets a place of its own left of the others.
Axis level_axis(const std::vector<Tic>& levels);

/// Where `value` stands on the axis: 0 at its low end, 1 at its high one.
double position_on(const Axis& axis, double value);

}  // namespace joust::plots
