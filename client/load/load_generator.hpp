// Runs a LoadPlan: threads, window, drain, merge. Prints nothing.
#pragma once

#include <functional>
#include <vector>

#include "client/load/trace.hpp"
#include "results/model/load_plan.hpp"
#include "results/model/load_result.hpp"

namespace joust::client {

/// What progress displays read while the load runs.
struct Progress {
  std::uint64_t completed = 0;
  std::uint64_t failed = 0;
  double share_done = 0;  // of the planned duration or count, in [0, 1]
  std::int64_t elapsed_ns = 0;
};

struct LoadHooks {
  /// Polled about ten times a second; true ends the load early with what it has.
  std::function<bool()> stop_requested;
  // All below are called from the thread that called `run_load`, and cost only where they are set.

  /// About once a second.
  std::function<void(const Progress&)> progress;
  /// Every second of the load, in order and without gaps, soon after it has passed.
  std::function<void(const Interval&)> interval;
  /// Once, after the load: every request that was finished, in the order of their ends. All of them
  /// are held in memory until then.
  std::function<void(std::vector<Sample>)> samples;
};

/// Error{user_input} where the plan contradicts itself or exceeds this machine's limits,
/// Error{machine} where the load could not be set up. What servers do is in the result, never
/// thrown.
LoadResult run_load(const LoadPlan& plan, const LoadHooks& hooks = {});

/// The checks that need no machine: all problems at once, each naming flag, value and limit.
std::vector<std::string> problems_of(const LoadPlan& plan);

}  // namespace joust::client
