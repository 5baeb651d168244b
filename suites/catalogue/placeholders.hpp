// Words in braces that commands, configuration templates and routes leave for later: "{port}".
// Pure text; knows neither servers nor clients.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace joust::suites {

using Placeholders = std::map<std::string, std::string>;

/// Replaces every {name} that has a value; all else stays as it is, other braces included. What a
/// value brings in is not expanded again.
std::string expand(std::string_view text, const Placeholders& values);

/// Names in braces, in order: lower-case letters and underscores. "${name}" is the shell's.
std::vector<std::string> placeholders_in(std::string_view text);

}  // namespace joust::suites
