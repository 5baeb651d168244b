// The forest plot's script and data; its height grows with its rows. Private to plots.
#pragma once

#include "plots/gnuplot.hpp"

namespace joust::plots {

Script script_of_forest(const Chart& chart);

}  // namespace joust::plots
