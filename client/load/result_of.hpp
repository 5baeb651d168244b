// Puts together what the threads of a run bring back: sums, the window, shares, validity.
// Pure but for reading the process's own usage; measures nothing.
#pragma once

#include <string>
#include <vector>

#include "client/engines/engine.hpp"
#include "client/load/load_loop.hpp"
#include "client/load/watcher.hpp"
#include "results/model/load_result.hpp"

namespace joust::client {

struct RunFacts {
  const LoadPlan& plan;
  std::int64_t start_ns = 0;  // before the first connect
  std::string address;
  std::string engine;
  std::int64_t held_back_ns = 0;  // by a CPU quota, in the window
};

/// `watcher`: null where nothing was watched.
LoadResult result_of(const RunFacts& facts, const std::vector<ThreadReport>& reports,
                     const EngineCounts& counts, Watcher* watcher);

}  // namespace joust::client
