// From stored visits to figures and comparisons: everything right of visits.jsonl, as one pure
// function.
#pragma once

#include <span>
#include <vector>

#include "results/model/run.hpp"
#include "results/model/verdict.hpp"
#include "results/model/visit.hpp"

namespace joust::suites {

/// The visits that count: of every block the last attempt that was not dropped. Without
/// --allow-noise an attempt with a disturbed visit is dropped whole.
std::vector<const Visit*> counted_visits(const Run& run, std::span<const Visit> visits);

/// Figures of every contender and cell; comparisons of every contender against the reference, per
/// cell and as geometric mean over common valid cells, for every judged metric. METHOD: paired log
/// ratios, t interval, sign interval's consent, Holm per metric over the plan's family.
Findings judge(const Run& run, std::span<const Visit> visits);

}  // namespace joust::suites
