// One contender measured once in one cell, in fresh processes: a line of visits.jsonl
// (schema joust.visit/1). Gates have spoken when it is written; nothing later changes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "results/model/load_result.hpp"

namespace joust {

enum class VisitState {
  valid,
  invalid,  // measured, but a gate failed: never slow, never ranked
  failed,   // could not be measured: the server died, never got ready, answered wrongly at once
};
std::string_view name_of(VisitState state);

/// Wall-clock times of the visit's steps.
struct VisitTimings {
  std::int64_t start_ns = 0;  // spawn to READY or first connect
  std::int64_t verify_ns = 0;
  std::int64_t load_ns = 0;  // the client's whole life
  std::int64_t stop_ns = 0;
  std::int64_t total_ns = 0;
};

/// What the machine did beside the measurement. Waits are shares of the window; steal and foreign
/// use are shares of the allowed CPUs' time since the block began: ticks are too coarse for a
/// visit.
struct MachineNoise {
  std::optional<double> steal_share;
  std::optional<double> client_wait_share;  // largest run-queue wait of a client thread
  std::optional<double> server_wait_share;  // largest run-queue wait of a server thread
  std::optional<double> foreign_share;      // where no schedstat: CPU used by others
  /// Why the block is not quiet; empty: quiet. Under --allow-noise recorded all the same.
  std::vector<std::string> disturbances;
  std::string busiest_foreign;  // "name (pid)" of the busiest other process, when disturbed
};

struct Visit {
  std::string run_id;
  std::uint32_t sweep = 0;     // from 0; with the cell it names the block
  std::uint32_t attempt = 0;   // of this block: > 0 after a disturbed one was dropped
  std::uint32_t position = 0;  // in the block's order, from 0
  std::string cell;            // Cell::id
  std::string contender;       // Contender::id
  std::string started_utc;

  VisitState state = VisitState::valid;
  std::vector<std::string> reasons;  // why not valid, each a sentence
  std::vector<std::string> marks;    // "latency-bound", "client-limited", "server-limited", ...
  std::optional<LoadResult> load;
  MachineNoise noise;
  VisitTimings timings;
  std::string log;       // path of the server's log, relative to the run directory
  std::string log_tail;  // its end, for failed and invalid visits

  bool quiet() const { return noise.disturbances.empty(); }
  bool has_mark(std::string_view mark) const;
};

}  // namespace joust
