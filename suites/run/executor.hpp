// Carries out a Design: sweeps, blocks, visits; drops and re-queues disturbed blocks; stores each
// visit as it is made. Knows no files and no processes: both are handed in.
#pragma once

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
};

struct ExecutorHooks {
  std::function<Visit(const VisitRequest&)> make_visit;  // failures are Visits; Error: the run ends
  std::function<void(const Visit&)> record;              // durable when it returns
  std::function<bool()> stop_requested;
  std::function<void(const struct ExecutorProgress&)> progress;
};

struct ExecutorProgress {
  std::size_t visits_done = 0;  // that count
  std::size_t visits_planned = 0;
  const Visit* latest = nullptr;
  bool block_dropped = false;
};

enum class Ending { complete, interrupted, too_noisy };

/// `already`: visits of an earlier, interrupted execution of the same run (resume).
Ending execute(const Run& run, const ExecutorHooks& hooks, const std::vector<Visit>& already = {});

}  // namespace joust::suites
