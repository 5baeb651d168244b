#include "plots/text_layout.hpp"

#include <algorithm>

namespace joust::plots {
namespace {

constexpr double em_per_character = 0.56;

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

/// East Asian scripts begin about here in UTF-8 (U+1100 up) and are twice as wide.
bool starts_wide_character(char c) { return static_cast<unsigned char>(c) >= 0xE1U; }

/// In characters of the usual width.
double width_of(char first_byte) {
  if (starts_wide_character(first_byte)) return 2;
  constexpr std::string_view broad = "%&@MWmw";
  return broad.find(first_byte) == std::string_view::npos ? 1 : 1.6;
}

}  // namespace

double text_width(std::string_view text, double font_size) {
  double characters = 0;
  for (const char c : text)
    if (starts_character(c)) characters += width_of(c);
  return characters * em_per_character * font_size;
}

std::string printable(std::string_view text) {
  std::string clean;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    clean += byte < 0x20 || byte == 0x7F ? ' ' : c;
  }
  return clean;
}

std::string printable_name(std::string_view text, std::size_t longest) {
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (starts_character(text[i]) && ++characters > longest)
      return printable(text.substr(0, i)) + "...";
  }
  return printable(text);
}

std::vector<std::string> broken_into_lines(std::string_view text, double width, double font_size) {
  std::vector<std::string> lines;
  std::string line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string word{text.substr(0, end)};
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string longer = line.empty() ? word : line + " " + word;
    if (!line.empty() && text_width(longer, font_size) > width) {
      lines.push_back(line);
      line = word;
    } else {
      line = longer;
    }
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

}  // namespace joust::plots
