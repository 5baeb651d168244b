// From a run and its findings to charts. Pure: no gnuplot, no files.
#pragma once

#include <string>
#include <vector>

#include "plots/chart.hpp"
#include "results/model/run.hpp"
#include "results/model/verdict.hpp"

namespace joust::plots {

struct Charts {
  std::vector<Chart> charts;         // stems are unique
  std::vector<std::string> notices;  // charts that would have no point, and why
};

/// Ratios first; then throughput and latency against connections, a chart a document; then
/// throughput and MB/s against document size, a chart a number of connections. Where clients are
/// compared and their CPU was measured, client CPU per request takes the place of throughput.
Charts charts_of(const Run& run, const Findings& findings);

}  // namespace joust::plots
