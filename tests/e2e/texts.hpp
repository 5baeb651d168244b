// Finding things in what the programs wrote.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace joust::e2e {

bool holds(const std::string& text, std::string_view part);

/// Those that hold `part`, without their ends.
std::vector<std::string> lines_with(const std::string& text, std::string_view part);

/// Of row `row` (0: the titles) of a CSV of plain numbers and quoted labels. Fails the test where
/// there is no such column.
std::string csv_field(const std::string& csv, std::size_t row, const std::string& column);

}  // namespace joust::e2e
