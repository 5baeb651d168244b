#include "suites/cli/run_progress.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace joust::suites::cli {
namespace {

std::string trouble_of(const Visit& visit) {
  return fmt::format("{} in {}, sweep {}: {}: {}", visit.contender, visit.cell, visit.sweep + 1,
                     name_of(visit.state),
                     visit.reasons.empty() ? "no reason given" : visit.reasons.front());
}

std::string disturbance_of(const Visit& visit) {
  return fmt::format("{}, sweep {}: the machine was disturbed ({}); the block will be repeated",
                     visit.cell, visit.sweep + 1,
                     visit.noise.disturbances.empty() ? "by an earlier visit of the block"
                                                      : visit.noise.disturbances.front());
}

}  // namespace

RunProgress::RunProgress(LiveLine& line, std::uint32_t sweeps, std::int64_t started_ns)
    : line_(line), sweeps_(sweeps), started_ns_(started_ns) {}

void RunProgress::show(const ExecutorProgress& progress, std::int64_t now_ns) {
  if (progress.latest == nullptr) return;
  const Visit& visit = *progress.latest;
  if (!sweep_shown_ && progress.visits_done > 0) done_before_ = progress.visits_done - 1;
  if (line_.is_live()) {
    line_.show(standing(progress, now_ns));
  } else if (sweep_shown_ != visit.sweep) {
    line_.print(standing(progress, now_ns));
  }
  sweep_shown_ = visit.sweep;
  if (visit.state != VisitState::valid) line_.print(trouble_of(visit));
  if (progress.block_dropped) line_.print(disturbance_of(visit));
}

std::string RunProgress::standing(const ExecutorProgress& progress, std::int64_t now_ns) const {
  const std::size_t done_here = progress.visits_done - std::min(progress.visits_done, done_before_);
  const std::size_t left = progress.visits_planned - progress.visits_done;
  const std::string standing =
      fmt::format("sweep {} of {}: {} of {} visits", progress.latest->sweep + 1, sweeps_,
                  progress.visits_done, progress.visits_planned);
  if (done_here == 0) return standing;
  const double share = static_cast<double>(done_here) / static_cast<double>(done_here + left);
  return fmt::format("{}, about {} left", standing, time_left(now_ns - started_ns_, share));
}

}  // namespace joust::suites::cli
