#include "tests/e2e/texts.hpp"

#include <algorithm>

#include "tests/support/catch.hpp"

namespace joust::e2e {
namespace {

std::vector<std::string> fields_of(const std::string& csv, std::size_t row) {
  std::vector<std::string> fields(1);
  std::size_t at = 0;
  for (; row > 0; --row) at = csv.find("\r\n", at) + 2;
  for (bool quoted = false; at < csv.size(); ++at) {
    if (csv[at] == '\r') break;
    if (csv[at] == '"')
      quoted = !quoted;
    else if (csv[at] == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += csv[at];
  }
  return fields;
}

}  // namespace

bool holds(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

std::vector<std::string> lines_with(const std::string& text, std::string_view part) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    if (holds(line, part)) lines.push_back(line);
    at = end + 1;
  }
  return lines;
}

std::string csv_field(const std::string& csv, std::size_t row, const std::string& column) {
  const auto titles = fields_of(csv, 0);
  const auto found = std::find(titles.begin(), titles.end(), column);
  REQUIRE(found != titles.end());
  return fields_of(csv, row).at(static_cast<std::size_t>(found - titles.begin()));
}

}  // namespace joust::e2e
