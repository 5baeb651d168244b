#include <algorithm>
#include <optional>

#include "results/tables/printed_text.hpp"
#include "results/tables/tables.hpp"

namespace joust::tables {

namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t narrowest_cut = 16;  // a text column is never cut below this

std::size_t total_of(const std::vector<std::size_t>& widths) {
  std::size_t total = 0;
  for (const auto width : widths) total += width + gap;
  return total == 0 ? 0 : total - gap;
}

/// What the data need.
std::vector<std::size_t> natural_widths(const Table& table) {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    std::size_t width = display_width(table.columns[i].title);
    for (const auto& row : table.rows) {
      if (i < row.size()) width = std::max(width, display_width(row[i]));
    }
    widths.push_back(width);
  }
  return widths;
}

/// Cuts text columns, the rightmost first and the first never, until `widths` fit.
bool fit(const Table& table, std::vector<std::size_t>& widths, std::size_t limit) {
  for (std::size_t i = widths.size(); i-- > 1 && total_of(widths) > limit;) {
    if (table.columns[i].align != Align::left) continue;
    const std::size_t excess = total_of(widths) - limit;
    const std::size_t floor =
        std::min(widths[i], std::max(narrowest_cut, display_width(table.columns[i].title)));
    widths[i] -= std::min(excess, widths[i] - floor);
  }
  return total_of(widths) <= limit;
}

/// Widths of as many columns, from the left, as fit; at least the first.
std::vector<std::size_t> chosen_widths(const Table& table, std::size_t limit) {
  const auto natural = natural_widths(table);
  if (limit == 0) return natural;
  for (std::size_t kept = natural.size(); kept > 1; --kept) {
    std::vector<std::size_t> widths(natural.begin(),
                                    natural.begin() + static_cast<std::ptrdiff_t>(kept));
    if (fit(table, widths, limit)) return widths;
  }
  return {natural.begin(), natural.begin() + std::min<std::ptrdiff_t>(1, std::ssize(natural))};
}

std::string line_of(const Table& table, const std::vector<std::string>& cells,
                    const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const std::string cell = i < cells.size() ? cut_to(cells[i], widths[i]) : "";
    const std::string padding(widths[i] - display_width(cell), ' ');
    if (i > 0) line += std::string(gap, ' ');
    line += table.columns[i].align == Align::left ? cell + padding : padding + cell;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::optional<std::string> left_out(const Table& table, std::size_t kept) {
  if (kept >= table.columns.size()) return std::nullopt;
  std::string text = "Left out for want of width:";
  for (std::size_t i = kept; i < table.columns.size(); ++i) {
    text += (i == kept ? " " : ", ") + table.columns[i].title;
  }
  return text;
}

}  // namespace

std::string as_text(const Table& table, std::size_t width) {
  const auto widths = chosen_widths(table, width);
  std::string text;
  if (!table.title.empty()) text += wrapped(table.title, width) + "\n";
  std::vector<std::string> titles;
  for (const auto& column : table.columns) titles.push_back(column.title);
  text += line_of(table, titles, widths);
  text += std::string(total_of(widths), '-') + "\n";
  for (const auto& row : table.rows) text += line_of(table, row, widths);
  auto legend = table.legend;
  if (auto note = left_out(table, widths.size())) legend.push_back(std::move(*note));
  if (!legend.empty()) text += "\n";
  for (const auto& line : legend) text += wrapped(line, width);
  return text;
}

}  // namespace joust::tables
