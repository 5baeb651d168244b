#include "suites/cli/console.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <string>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.hpp"
#include "base/units.hpp"

namespace joust::suites::cli {
namespace {

std::string time_left(std::int64_t elapsed_ns, std::size_t done, std::size_t left_to_do) {
  if (done == 0) return "";
  const auto per_visit = elapsed_ns / static_cast<std::int64_t>(done);
  const auto left = per_visit * static_cast<std::int64_t>(left_to_do);
  const auto whole_seconds = std::chrono::seconds((left + 500'000'000) / 1'000'000'000);
  return fmt::format(", about {} left", format_duration(whole_seconds));
}

}  // namespace

std::size_t stdout_width() {
  winsize size{};
  if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

ProgressLines::ProgressLines(bool quiet, std::uint32_t sweeps)
    : quiet_(quiet), sweeps_(sweeps), started_ns_(monotonic_ns()) {}

void ProgressLines::show(const ExecutorProgress& progress) {
  if (quiet_ || progress.latest == nullptr) return;
  const Visit& visit = *progress.latest;
  if (sweep_shown_ < 0 && progress.visits_done > 0) done_before_ = progress.visits_done - 1;
  if (visit.sweep != sweep_shown_) {
    sweep_shown_ = visit.sweep;
    fmt::print(stderr, "sweep {} of {}: {} of {} visits{}\n", visit.sweep + 1, sweeps_,
               progress.visits_done, progress.visits_planned,
               time_left(monotonic_ns() - started_ns_, progress.visits_done - done_before_,
                         progress.visits_planned - progress.visits_done));
  }
  if (visit.state != VisitState::valid)
    fmt::print(stderr, "{} in {}, sweep {}: {}: {}\n", visit.contender, visit.cell, visit.sweep + 1,
               name_of(visit.state),
               visit.reasons.empty() ? "no reason given" : visit.reasons.front());
  if (progress.block_dropped)
    fmt::print(stderr, "{}, sweep {}: the machine was disturbed ({}); the block will be repeated\n",
               visit.cell, visit.sweep + 1,
               visit.noise.disturbances.empty() ? "by an earlier visit of the block"
                                                : visit.noise.disturbances.front());
}

void ProgressLines::notice(std::string_view text) { fmt::print(stderr, "joust: {}\n", text); }

}  // namespace joust::suites::cli
