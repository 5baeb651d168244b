#include "client/cli/load_progress.hpp"

#include <fmt/format.h>

#include "base/units.hpp"

namespace joust::client::cli {

void LoadProgress::take(const Interval& interval) {
  if (interval.length_ns <= 0) return;
  const double seconds = static_cast<double>(interval.length_ns) / 1e9;
  latest_ =
      fmt::format(", {} requests/s", format_number(static_cast<double>(interval.ok) / seconds, 4));
  constexpr double q = 0.99;
  if (interval.latency.supports(q))
    latest_ += fmt::format(", p99 {}", format_duration(Nanoseconds{*interval.latency.quantile(q)}));
}

void LoadProgress::show(const Progress& progress) {
  std::string left;
  if (progress.share_done > 0)
    left = fmt::format(", about {} left", time_left(progress.elapsed_ns, progress.share_done));
  if (line_.is_live()) {
    line_.show(fmt::format("{} done{}, {} failed{}", format_percent(progress.share_done, 0),
                           latest_, progress.failed, left));
  } else {
    line_.print(fmt::format("Completed {} requests, {} failed, {} done", progress.completed,
                            progress.failed, format_percent(progress.share_done, 0)));
  }
}

}  // namespace joust::client::cli
