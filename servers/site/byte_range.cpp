#include "servers/site/byte_range.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace joust::site {
namespace {

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  // A number too large for 64 bits is past the end of any file all the same.
  if (error == std::errc::result_out_of_range) return UINT64_MAX;
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

RangeAsked suffix(std::string_view digits, std::uint64_t size) {
  const auto count = whole_number(digits);
  if (!count) return WholeFile{};
  if (*count == 0 || size == 0) return Unsatisfiable{};
  const auto length = std::min(*count, size);
  return ByteRange{size - length, length};
}

}  // namespace

RangeAsked parse_range(std::string_view field, std::uint64_t size) {
  constexpr std::string_view unit = "bytes=";
  if (!field.starts_with(unit)) return WholeFile{};
  field.remove_prefix(unit.size());
  const auto dash = field.find('-');
  if (dash == std::string_view::npos || field.find(',') != std::string_view::npos) {
    return WholeFile{};
  }
  const auto first_text = field.substr(0, dash);
  const auto last_text = field.substr(dash + 1);
  if (first_text.empty()) return suffix(last_text, size);

  const auto first = whole_number(first_text);
  const auto last =
      last_text.empty() ? std::optional<std::uint64_t>(UINT64_MAX) : whole_number(last_text);
  if (!first || !last || *last < *first) return WholeFile{};
  if (*first >= size) return Unsatisfiable{};
  return ByteRange{*first, std::min(*last, size - 1) - *first + 1};
}

}  // namespace joust::site
