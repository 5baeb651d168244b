#include "results/tables/selection.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

#include "base/error.hpp"
#include "base/nearest_word.hpp"

namespace joust::tables {

namespace {

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end = text.find(at); end != std::string::npos; end = text.find(at, begin)) {
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  parts.push_back(text.substr(begin));
  return parts;
}

/// "1KiB" on an axis of sizes; other words only as they are.
bool means_the_same_size(const std::string& given, const AxisValue& value) {
  if (!value.number || value.word == value.label) return false;
  try {
    return parse_bytes(given).value == *value.number;
  } catch (const Error&) {
    return false;
  }
}

const AxisValue* find_value(const std::vector<AxisValue>& known, const std::string& given) {
  const auto found = std::find_if(known.begin(), known.end(), [&](const AxisValue& value) {
    return value.word == given || value.label == given || means_the_same_size(given, value);
  });
  return found == known.end() ? nullptr : &*found;
}

AxisValue value_called(const Axis& axis, const std::vector<AxisValue>& known,
                       const std::string& given) {
  if (const auto* value = find_value(known, given)) return *value;
  std::vector<std::string> words;
  for (const auto& value : known) words.push_back(value.word);
  throw user_error("--only {}={}: the run has no such {}{}\nIt has: {}", axis.id, given, axis.id,
                   did_you_mean(given, words), fmt::join(words, ", "));
}

template <typename Value>
void refuse_nothing_left(const std::vector<Value>& all, const Selection& selection,
                         std::string_view what) {
  const bool any =
      std::any_of(all.begin(), all.end(), [&](const auto& one) { return selection.allows(one); });
  if (any || all.empty()) return;
  throw user_error("--only: no {} of the run meets all of the conditions; leave one out", what);
}

}  // namespace

Selection::Selection(const Run& run, const std::vector<std::string>& only) {
  for (const auto& text : only) add(run, text);
  refuse_nothing_left(run.design.contenders, *this, "contender");
  refuse_nothing_left(run.design.cells, *this, "cell");
}

void Selection::add(const Run& run, const std::string& text) {
  const std::size_t sign = text.find('=');
  if (sign == std::string::npos || sign + 1 == text.size()) {
    throw user_error("--only {}: expected AXIS=VALUE, as in --only connections=10", text);
  }
  const Axis& axis = axis_called(text.substr(0, sign), "--only");
  const auto known = values_on(axis, run);
  const std::string given = text.substr(sign + 1);
  std::vector<AxisValue> values;
  if (const auto* whole = find_value(known, given)) {
    values.push_back(*whole);  // a label may hold a comma: "52 B, c = 10"
  } else {
    for (const auto& one : split(given, ',')) values.push_back(value_called(axis, known, one));
  }
  const auto same = std::find_if(conditions_.begin(), conditions_.end(),
                                 [&](const Condition& c) { return c.axis == &axis; });
  if (same == conditions_.end()) {
    conditions_.push_back({&axis, std::move(values)});
  } else {
    same->values.insert(same->values.end(), values.begin(), values.end());
  }
}

bool Selection::holds(Axis::Of of, const Point& point) const {
  return std::all_of(conditions_.begin(), conditions_.end(), [&](const Condition& condition) {
    if (condition.axis->of != of) return true;
    const auto value = condition.axis->value_of(point);
    return std::find(condition.values.begin(), condition.values.end(), value) !=
           condition.values.end();
  });
}

bool Selection::allows(const Contender& contender) const {
  return holds(Axis::Of::contenders, {&contender, nullptr, {}});
}

bool Selection::allows(const Cell& cell) const {
  return holds(Axis::Of::cells, {nullptr, &cell, {}});
}

bool Selection::allows_sweep(std::uint32_t sweep) const {
  return holds(Axis::Of::sweeps, {nullptr, nullptr, sweep});
}

bool Selection::filters(Axis::Of of) const {
  return std::any_of(conditions_.begin(), conditions_.end(),
                     [of](const Condition& condition) { return condition.axis->of == of; });
}

Part part_of(const Run& run, const Findings& findings, const Selection& selection) {
  Part part{run, findings};
  std::set<std::string> contenders;
  std::set<std::string> cells;
  std::erase_if(part.run.design.contenders, [&](const auto& c) { return !selection.allows(c); });
  std::erase_if(part.run.design.cells, [&](const auto& c) { return !selection.allows(c); });
  for (const auto& contender : part.run.design.contenders) contenders.insert(contender.id);
  for (const auto& cell : part.run.design.cells) cells.insert(cell.id());
  if (part.run.design.cells.size() == run.design.cells.size()) {
    cells.insert(std::string(geometric_mean_cell));
  }
  std::erase_if(part.findings.figures, [&](const Figure& figure) {
    return contenders.count(figure.contender) == 0 || cells.count(figure.cell) == 0;
  });
  std::erase_if(part.findings.comparisons, [&](const Comparison& comparison) {
    return contenders.count(comparison.a) == 0 || cells.count(comparison.cell) == 0;
  });
  return part;
}

}  // namespace joust::tables
