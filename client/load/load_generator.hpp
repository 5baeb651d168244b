// Runs a LoadPlan: threads, window, drain, merge. Prints nothing.
#pragma once

#include <functional>

#include "results/model/load_plan.hpp"
#include "results/model/load_result.hpp"

namespace joust::client {

/// What progress displays read while the load runs.
struct Progress {
  std::uint64_t completed = 0;
  std::uint64_t failed = 0;
  double share_done = 0;  // of the planned duration or count, in [0, 1]
};

struct LoadHooks {
  /// Polled about ten times a second; true ends the load early with what it has.
  std::function<bool()> stop_requested;
  /// Called about once a second, from the thread that called `run_load`.
  std::function<void(const Progress&)> progress;
};

/// Error{user_input} where the plan contradicts itself or exceeds this machine's limits,
/// Error{machine} where the load could not be set up. What servers do is in the result, never
/// thrown.
LoadResult run_load(const LoadPlan& plan, const LoadHooks& hooks = {});

/// The checks that need no machine: all problems at once, each naming flag, value and limit.
std::vector<std::string> problems_of(const LoadPlan& plan);

}  // namespace joust::client
