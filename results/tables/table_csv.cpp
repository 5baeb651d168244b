#include "results/tables/tables.hpp"

namespace joust::tables {

namespace {

std::string field_of(const std::string& text) {
  const bool is_plain = text.find_first_of(",\"\r\n") == std::string::npos &&
                        (text.empty() || (text.front() != ' ' && text.back() != ' '));
  if (is_plain) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string record_of(const std::vector<std::string>& cells, std::size_t columns) {
  std::string record;
  for (std::size_t i = 0; i < columns; ++i) {
    if (i > 0) record += ',';
    if (i < cells.size()) record += field_of(cells[i]);
  }
  return record + "\r\n";
}

}  // namespace

std::string as_csv(const Table& table) {
  std::vector<std::string> titles;
  for (const auto& column : table.columns) titles.push_back(column.title);
  std::string text = record_of(titles, titles.size());
  for (const auto& row : table.rows) text += record_of(row, titles.size());
  return text;
}

}  // namespace joust::tables
