// The counted visits of a run by contender and cell, beside what was planned there; private to
// suites/judge. Points into the visits it was made from.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "results/model/run.hpp"
#include "results/model/visit.hpp"

namespace joust::suites {

using Place = std::pair<std::string, std::string>;  // contender, cell

class VisitIndex {
 public:
  VisitIndex(const Run& run, std::span<const Visit> visits);

  const std::vector<const Visit*>& counted() const { return counted_; }
  /// Ascending by sweep.
  const std::vector<const Visit*>& made(const Place& place) const;
  std::vector<const Visit*> valid(const Place& place) const;
  std::size_t planned(const Place& place) const;
  /// Why the contender cannot do what the cell needs; null where it can.
  const std::string* refusal(const Place& place) const;

 private:
  std::vector<const Visit*> counted_;
  std::map<Place, std::vector<const Visit*>> by_place_;
  std::map<Place, std::size_t> planned_;
  std::map<Place, std::string> refusals_;
};

/// Attempts of blocks that were disturbed and do not count.
std::size_t dropped_attempts(const Run& run, std::span<const Visit> visits);

}  // namespace joust::suites
