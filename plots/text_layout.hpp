// How much room text takes in a picture, and breaking it into lines. Widths are estimates on the
// wide side: the fonts of who looks at an SVG are not known. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace joust::plots {

/// Pixels that `text` takes at a font size.
double text_width(std::string_view text, double font_size);

/// Control characters become blanks.
std::string printable(std::string_view text);
/// The same for a name that must fit on one line: what no picture is wide enough for is cut, with
/// "...".
std::string printable_name(std::string_view text, std::size_t longest = 120);

/// Lines of at most `width` pixels where blanks allow it.
std::vector<std::string> broken_into_lines(std::string_view text, double width, double font_size);

}  // namespace joust::plots
