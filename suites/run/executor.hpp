// Carries out a Design: sweeps, blocks, visits; drops and re-queues disturbed blocks; stores each
// visit as it is made. Knows no files and no processes: both are handed in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "results/model/run.hpp"
#include "results/model/visit.hpp"

namespace joust::suites {

struct VisitRequest {
  const Contender& contender;
  const Cell& cell;
  std::uint32_t sweep;
  std::uint32_t attempt;
  std::uint32_t position;
  bool closes_block;  // the block's last visit: what holds for the whole block is judged with it
};

struct ExecutorProgress {
  std::size_t visits_done = 0;  // that count
  std::size_t visits_planned = 0;
  const Visit* latest = nullptr;
  bool block_dropped = false;
};

struct ExecutorHooks {
  /// Failures are Visits. Error{interrupted}: somebody wants to stop, the visit was given up; any
  /// other Error ends the run.
  std::function<Visit(const VisitRequest&)> make_visit;
  std::function<void(const Visit&)> record;  // durable when it returns
  std::function<bool()> stop_requested;
  /// Waits for a disturbed machine to calm down: called after each dropped block with how many were
  /// dropped in a row. Optional.
  std::function<void(std::size_t)> settle;
  std::function<void(const ExecutorProgress&)> progress;
};

enum class Ending { complete, interrupted, too_noisy };

/// Blocks that may be dropped before a run of so many is given up: more than 30 % of all blocks
/// made, the repeated ones included, is too many.
std::size_t droppable_blocks(std::size_t planned);

/// A block with a disturbed visit is dropped: its other visits are not made, and it is repeated as
/// the next attempt at the end of its sweep, or of the run when it was dropped before.
/// `already`: visits of an earlier, interrupted execution of the same run (resume).
Ending execute(const Run& run, const ExecutorHooks& hooks, const std::vector<Visit>& already = {});

}  // namespace joust::suites
