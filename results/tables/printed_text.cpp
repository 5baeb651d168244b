#include "results/tables/printed_text.hpp"

#include <algorithm>
#include <array>

namespace joust::tables {

namespace {

bool starts_code_point(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

}  // namespace

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_code_point));
}

std::string one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  return line;
}

std::string cut_to(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return one_line(text);
  constexpr std::string_view mark = "...";
  const std::size_t kept = width > mark.size() ? width - mark.size() : 0;
  std::string cut;
  std::size_t points = 0;
  for (const char c : text) {
    if (starts_code_point(c) && points++ == kept) break;
    cut += c;
  }
  return one_line(cut) + std::string(mark.substr(0, width));
}

std::string wrapped(std::string_view raw, std::size_t width) {
  const std::string clean = one_line(raw);
  std::string_view text = clean;
  std::string lines;
  std::string line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const auto word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool is_first = line.find_first_not_of(' ') == std::string::npos;
    if (width > 0 && !is_first && display_width(line) + 1 + display_width(word) > width) {
      lines += line + "\n";
      line = "  ";
      line += word;
      continue;
    }
    if (!is_first) line += ' ';
    line += word;
  }
  return lines + line + "\n";
}

TimeScale time_scale_for(const std::vector<std::optional<double>>& values_ns) {
  constexpr std::array scales = {TimeScale{"ms", 1e6}, TimeScale{"us", 1e3}};
  std::optional<double> smallest;
  for (const auto& value : values_ns) {
    if (value && *value > 0 && (!smallest || *value < *smallest)) smallest = value;
  }
  if (!smallest) return {};
  for (const auto& scale : scales) {
    if (*smallest >= scale.ns) return scale;
  }
  return {"ns", 1};
}

}  // namespace joust::tables
