// Values with every field set to something of its own, for round trips.
#pragma once

#include "results/model/run.hpp"
#include "results/model/visit.hpp"

namespace joust::test {

LoadPlan full_plan();
LoadResult full_result();
Visit full_visit();
Run full_run();

}  // namespace joust::test
