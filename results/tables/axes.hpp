// The conditions that a run's values stand under, as one table of data: contender, document,
// connections ... Every projection and filter walks it. Knows nothing of metrics and printing.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "results/model/run.hpp"

namespace joust::tables {

/// Where one value stands. Pointers lead into a Run.
struct Point {
  const Contender* contender = nullptr;
  const Cell* cell = nullptr;
  std::optional<std::uint32_t> sweep;  // from 0; nothing: over all sweeps
};

struct AxisValue {
  std::string word;                     // as --only takes it, unique on its axis
  std::string label;                    // as it is printed
  std::optional<std::uint64_t> number;  // orders the values; without: the order of the suite

  bool operator==(const AxisValue& other) const { return word == other.word; }
};

struct Axis {
  enum class Of { contenders, cells, sweeps };

  std::string_view id;
  Of of;
  /// Stands before a value that is a column's title and would say too little alone: "c = ".
  std::string_view prefix;
  /// `contender`, `cell` or `sweep` of the point must be set, whichever the axis is of.
  AxisValue (*value_of)(const Point&);
};

std::span<const Axis> axes();
/// Error{user_input} with the nearest known word; `option` ("--row") is named in it.
const Axis& axis_called(std::string_view id, std::string_view option);

/// Every value the run has on an axis, once, in the order that tables show them.
std::vector<AxisValue> values_on(const Axis& axis, const Run& run);

}  // namespace joust::tables
