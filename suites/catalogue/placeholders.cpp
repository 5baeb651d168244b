#include "suites/catalogue/placeholders.hpp"

#include <optional>

namespace joust::suites {
namespace {

/// The name in braces that starts at `text[at]`, if there is one.
std::optional<std::string_view> name_at(std::string_view text, std::size_t at) {
  if (text[at] != '{' || (at > 0 && text[at - 1] == '$')) return std::nullopt;
  const std::size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", at + 1);
  if (end == std::string_view::npos || text[end] != '}' || end == at + 1) return std::nullopt;
  return text.substr(at + 1, end - at - 1);
}

}  // namespace

std::string expand(std::string_view text, const Placeholders& values) {
  std::string expanded;
  for (std::size_t at = 0; at < text.size();) {
    if (const auto name = name_at(text, at)) {
      if (const auto value = values.find(std::string(*name)); value != values.end()) {
        expanded += value->second;
        at += name->size() + 2;
        continue;
      }
    }
    expanded += text[at++];
  }
  return expanded;
}

std::vector<std::string> placeholders_in(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (const auto name = name_at(text, at)) names.emplace_back(*name);
  }
  return names;
}

}  // namespace joust::suites
