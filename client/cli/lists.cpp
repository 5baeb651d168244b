#include "client/cli/lists.hpp"

#include <charconv>

#include "base/error.hpp"

namespace joust::client::cli {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

int parse_number(std::string_view text, int low, int high) {
  int number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc{} || end != text.data() + text.size() || number < low || number > high)
    throw user_error("'{}': expected numbers from {} to {}, such as {} or {}-{}", text, low, high,
                     low, low, low + 1);
  return number;
}

}  // namespace

std::vector<int> parse_numbers(std::string_view text, int low, int high) {
  std::vector<int> numbers;
  while (true) {
    const auto comma = text.find(',');
    const std::string_view part = trimmed(text.substr(0, comma));
    const auto dash = part.find('-', 1);
    const int first = parse_number(part.substr(0, dash), low, high);
    const int last =
        dash == std::string_view::npos ? first : parse_number(part.substr(dash + 1), low, high);
    if (last < first) throw user_error("'{}': the range runs backwards", part);
    for (int number = first; number <= last; ++number) numbers.push_back(number);
    if (comma == std::string_view::npos) return numbers;
    text.remove_prefix(comma + 1);
  }
}

Header parse_header(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0)
    throw user_error("'{}': expected 'Name: value'", text);
  return {std::string(text.substr(0, colon)), std::string(trimmed(text.substr(colon + 1)))};
}

}  // namespace joust::client::cli
