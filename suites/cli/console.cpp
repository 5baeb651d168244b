#include "suites/cli/console.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

#include "base/live_line.hpp"

namespace joust::suites::cli {

std::size_t stdout_width() { return terminal_width(STDOUT_FILENO); }

std::string notice_of(std::string_view text) { return fmt::format("joust: {}", text); }

void print_notice(std::string_view text) { fmt::print(stderr, "{}\n", notice_of(text)); }

}  // namespace joust::suites::cli
