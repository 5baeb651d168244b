// Which part of a run is looked at: conditions as words, "connections=10,100", all of which hold.
// Knows nothing of metrics and printing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "results/model/run.hpp"
#include "results/model/verdict.hpp"
#include "results/tables/axes.hpp"

namespace joust::tables {

class Selection {
 public:
  /// Error{user_input} with the nearest known word where the run has no such axis or value, and
  /// where nothing is left.
  Selection(const Run& run, const std::vector<std::string>& only);

  bool allows(const Contender& contender) const;
  bool allows(const Cell& cell) const;
  bool allows_sweep(std::uint32_t sweep) const;
  bool filters(Axis::Of of) const;

 private:
  struct Condition {
    const Axis* axis;
    std::vector<AxisValue> values;  // one of them
  };

  void add(const Run& run, const std::string& text);
  bool holds(Axis::Of of, const Point& point) const;

  std::vector<Condition> conditions_;
};

struct Part {
  Run run;
  Findings findings;
};
/// Run and findings with nothing but what is selected. Comparisons over all cells stay only where
/// all cells do.
Part part_of(const Run& run, const Findings& findings, const Selection& selection);

}  // namespace joust::tables
