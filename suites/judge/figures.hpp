// Figures: every metric of a contender in a cell, over its valid visits; private to suites/judge.
#pragma once

#include <vector>

#include "results/model/run.hpp"
#include "results/model/verdict.hpp"
#include "suites/judge/visit_index.hpp"

namespace joust::suites {

/// One per contender and cell, in the design's order, cells outermost.
std::vector<Figure> figures_of(const Run& run, const VisitIndex& index);

}  // namespace joust::suites
