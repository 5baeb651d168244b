// A chart as a gnuplot script and its data file: text, the same in every locale. The script runs by
// hand in its folder ("gnuplot NAME.gp") and writes NAME.svg and NAME.png. Pure; runs nothing.
#pragma once

#include <string>
#include <string_view>

#include "plots/chart.hpp"

namespace joust::plots {

struct Script {
  std::string gp;
  std::string dat;
};
Script script_for(const Chart& chart);
/// The first line of every such script, by which a later report knows it as one of ours. It names
/// the stem: a copy under another name is its owner's.
std::string script_mark(std::string_view stem);

/// A gnuplot string that means `text` as it is: no escapes, no substitution of `commands`.
std::string quoted(std::string_view text);
/// The same as a tic label, which gnuplot reads as a number format.
std::string quoted_tic(std::string_view text);

}  // namespace joust::plots
