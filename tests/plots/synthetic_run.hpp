// Runs and findings made up for tests and for looking at charts: no measurement stands behind them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "results/model/run.hpp"
#include "results/model/verdict.hpp"

namespace joust::test {

struct SyntheticShape {
  std::vector<std::string> contenders;  // without the anchor; the first is the reference
  std::vector<std::uint32_t> connections = {1, 10, 100};
  std::vector<std::uint64_t> sizes = {52, 1666, 21353};
  std::string route = "static";
  std::string method = "GET";
  Side compare = Side::servers;
  std::uint32_t blocks = 10;
};

Run synthetic_run(const SyntheticShape& shape);
/// A figure for every contender and cell, a comparison for every judged metric; the same each time.
Findings synthetic_findings(const Run& run);

Figure& figure_of(Findings& findings, const std::string& contender, const std::string& cell);

}  // namespace joust::test
