// How the commands speak on a terminal: notices on stderr, the table's width on stdout.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace joust::suites::cli {

/// Columns of the terminal on stdout; 0 where stdout is no terminal: no limit.
std::size_t stdout_width();

std::string notice_of(std::string_view text);
/// Shown even when quiet.
void print_notice(std::string_view text);

}  // namespace joust::suites::cli
