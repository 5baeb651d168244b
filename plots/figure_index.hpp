// Finds figures by contender and cell, and the words for a figure that is not there.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plots/chart.hpp"
#include "results/model/run.hpp"
#include "results/model/verdict.hpp"

namespace joust::plots {

/// Refers to the run and findings it was made from: they must outlive it.
class FigureIndex {
 public:
  FigureIndex(const Run& run, const Findings& findings);

  const Figure* find(std::string_view contender, std::string_view cell) const;
  /// Nothing where the metric was not measured there.
  const Estimate* find(std::string_view contender, std::string_view cell,
                       std::string_view metric) const;
  /// Why `find` has nothing.
  std::string why_missing(std::string_view contender, std::string_view cell,
                          std::string_view metric) const;
  /// The verdict that keeps the contender from being ranked there for want of CPU on one side.
  std::optional<Verdict> limit(std::string_view contender, std::string_view cell,
                               std::string_view metric) const;

 private:
  using Key = std::pair<std::string_view, std::string_view>;
  std::map<Key, const Figure*> figures_;
  std::map<Key, std::string_view> not_applicable_;
  std::vector<const Comparison*> limited_;
};

Look look_of(const Run& run, std::string_view contender);
std::string legend_label(const Contender& contender);

}  // namespace joust::plots
