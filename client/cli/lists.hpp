// Readers of the lists and fields that joust-load's options take. Pure text.
#pragma once

#include <string_view>
#include <vector>

#include "results/model/load_plan.hpp"

namespace joust::client::cli {

/// "0,2-4" -> 0 2 3 4. Error{user_input} quotes the part that is no number or range in [low, high].
std::vector<int> parse_numbers(std::string_view text, int low, int high);
/// "Name: value"; "Name:" is an empty value. Error{user_input} where there is no colon.
Header parse_header(std::string_view text);

}  // namespace joust::client::cli
