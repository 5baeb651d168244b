#include "suites/judge/visit_reasons.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace joust::suites {

namespace {

constexpr std::size_t longest = 240;  // bytes: a line of a log may hold a whole configuration

/// Without its last bytes where it is too long, never within a code point.
std::string shortened(std::string_view line) {
  if (line.size() <= longest) return std::string(line);
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) --end;
  return std::string(line.substr(0, end)) + "...";
}

/// The last line with something in it; being ready is no reason.
std::string_view last_line(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find_last_not_of(" \t\r\n");
    if (end == std::string_view::npos) return {};
    text = text.substr(0, end + 1);
    const std::size_t start = text.rfind('\n') + 1;  // npos + 1 is 0
    const std::string_view line = text.substr(start);
    if (!line.starts_with("READY port=")) return line;
    text = text.substr(0, start);
  }
  return {};
}

}  // namespace

std::string last_words(const Visit& visit) {
  const bool server_failed = visit.state == VisitState::failed && !visit.reasons.empty() &&
                             visit.reasons.front().starts_with("the server");
  const std::string_view line = server_failed ? last_line(visit.log_tail) : std::string_view{};
  if (line.empty()) return {};
  std::string words = shortened(line);
  std::replace_if(
      words.begin(), words.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return fmt::format(" (\"{}\")", words);
}

}  // namespace joust::suites
