// One contender against the reference in one place: the paired log ratios of their blocks, or why
// there are none to judge; private to suites/judge. Makes no claims.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "results/model/contender.hpp"
#include "results/model/metric.hpp"
#include "results/model/verdict.hpp"
#include "suites/judge/visit_index.hpp"

namespace joust::suites {

/// d_b = ln(x_a / x_b) of every block, x in the direction "more is better".
struct Pairing {
  bool stands = false;                 // no gate failed: `values` may be judged
  Verdict verdict = Verdict::invalid;  // where it does not stand
  std::string reason;
  std::map<std::uint32_t, double> values;  // by sweep

  std::vector<double> ratios() const;
};

Pairing pair_in_cell(const VisitIndex& index, const Metric& metric, Side side, const Place& a,
                     const Place& b);

/// Per sweep the mean over the cells that stand: the geometric mean of the ratios. Only sweeps in
/// which each of those cells has a pair. `cells` says how many that were.
struct PooledPairing {
  Pairing pairing;
  std::size_t cells = 0;
};
PooledPairing pool_cells(const std::vector<Pairing>& cells);

}  // namespace joust::suites
