#include <algorithm>

#include "results/tables/tables.hpp"

namespace joust::tables {

namespace {

/// Text that stays itself inside a cell.
std::string escaped(const std::string& text) {
  constexpr std::string_view special = "\\|*_`<";
  std::string result;
  for (const char c : text) {
    if (c == '\n' || c == '\r') {
      result += ' ';
      continue;
    }
    if (special.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

std::string row_of(const std::vector<std::string>& cells, std::size_t columns) {
  std::string line = "|";
  for (std::size_t i = 0; i < columns; ++i) {
    line += " " + (i < cells.size() ? escaped(cells[i]) : std::string()) + " |";
  }
  return line + "\n";
}

}  // namespace

std::string as_markdown(const Table& table) {
  std::string text;
  if (!table.title.empty()) text += "### " + escaped(table.title) + "\n\n";
  std::vector<std::string> titles;
  std::string rule = "|";
  for (const auto& column : table.columns) {
    titles.push_back(column.title);
    rule += column.align == Align::left ? " :--- |" : " ---: |";
  }
  text += row_of(titles, titles.size()) + rule + "\n";
  for (const auto& row : table.rows) text += row_of(row, titles.size());
  if (!table.legend.empty()) text += "\n";
  for (const auto& line : table.legend) text += "- " + escaped(line) + "\n";
  return text;
}

}  // namespace joust::tables
