// Text as it takes room on a terminal, and numbers in a column's one unit; private to
// results/tables. A code point counts as one column.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace joust::tables {

std::size_t display_width(std::string_view text);
/// Line ends and other control characters become blanks.
std::string one_line(std::string_view text);
/// At most `width` columns; what is cut ends in "...".
std::string cut_to(std::string_view text, std::size_t width);
/// Lines of at most `width` columns, broken at spaces, later ones indented by two; 0: one line.
/// Ends with a line end.
std::string wrapped(std::string_view text, std::size_t width);

/// The unit all values of one column are printed in.
struct TimeScale {
  std::string_view unit = "us";
  double ns = 1e3;
};
/// The largest unit in which the smallest value is 1 or more, but never beyond ms: rounding hides
/// nothing. Values that are absent do not count.
TimeScale time_scale_for(const std::vector<std::optional<double>>& values_ns);

}  // namespace joust::tables
