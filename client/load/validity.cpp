#include "client/load/validity.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace joust::client {
namespace {

constexpr double full_cpu = 0.95;         // from here on a thread has no room
constexpr double least_achieved = 0.995;  // of an open loop's schedule
constexpr std::int64_t longest_lag_ns = 1'000'000;
constexpr double disturbing_wait = 0.02;  // of the window, runnable without a CPU

void note(LoadResult& result, Validity at_least, std::string reason) {
  result.validity = std::max(result.validity, at_least);
  result.validity_reasons.push_back(std::move(reason));
}

std::string share_of_window(std::int64_t part_ns, const LoadResult& result) {
  return format_percent(static_cast<double>(part_ns) /
                        static_cast<double>(result.window.length_ns));
}

void judge_identities(LoadResult& result) {
  const RequestCounts& requests = result.requests;
  if (requests.started != requests.ok + requests.failed + requests.in_flight)
    note(result, Validity::invalid,
         fmt::format("accounting: {} started is not {} ok + {} failed + {} in flight",
                     requests.started, requests.ok, requests.failed, requests.in_flight));
  const ByteCounts& bytes = result.bytes;
  if (bytes.received != bytes.framing + bytes.body + bytes.partial)
    note(result, Validity::invalid,
         fmt::format("accounting: {} bytes received are not {} framing + {} body + {} partial",
                     bytes.received, bytes.framing, bytes.body, bytes.partial));
}

void judge_troubles(LoadResult& result, const OwnTroubles& troubles) {
  for (const auto& [number, count] : troubles.limits_hit)
    note(result, Validity::degraded,
         fmt::format("the client's own limit was hit {} times: {}", count, std::strerror(number)));
  if (troubles.opened_late_ns > 0)
    note(result, Validity::degraded,
         fmt::format("a client thread opened its window {} late",
                     format_duration(Nanoseconds{troubles.opened_late_ns})));
  const auto disturbs = [&](std::int64_t part_ns) {
    return static_cast<double>(part_ns) >
           disturbing_wait * static_cast<double>(result.window.length_ns);
  };
  if (result.window.length_ns > 0 && disturbs(troubles.stood_still_ns))
    note(result, Validity::degraded,
         fmt::format("a client thread stood still for {} of the window: it was stopped, or starved",
                     share_of_window(troubles.stood_still_ns, result)));
  if (result.window.length_ns > 0 && disturbs(troubles.held_back_ns))
    note(result, Validity::degraded,
         fmt::format("a CPU quota held the client back for {} of the window (control group)",
                     share_of_window(troubles.held_back_ns, result)));
  if (troubles.gave_up)
    note(result, Validity::degraded,
         "no connection could be opened; the rest of the requests was not started");
}

void judge_schedule(LoadResult& result) {
  if (!result.schedule) return;
  const ScheduleKept& kept = *result.schedule;
  if (kept.achieved_ratio < least_achieved)
    note(result, Validity::degraded,
         fmt::format("only {} of the requests due in the window were sent: {}",
                     format_percent(kept.achieved_ratio),
                     result.connections.opened > 0 ? "connections were not free in time"
                                                   : "no connection could be opened"));
  const auto lag = kept.lag.supports(0.99) ? kept.lag.quantile(0.99) : kept.lag.max();
  if (lag && *lag >= longest_lag_ns)
    note(result, Validity::client_limited,
         fmt::format("requests went out {} after they were due ({}), connections being free",
                     format_duration(Nanoseconds{*lag}),
                     kept.lag.supports(0.99) ? "p99" : "the latest"));
}

void judge_threads(LoadResult& result) {
  double cpu = 0;
  double wait = 0;
  for (const ThreadShare& thread : result.usage.threads) {
    cpu = std::max(cpu, thread.cpu_share);
    wait = std::max(wait, thread.wait_share);
  }
  if (wait > disturbing_wait)
    note(
        result, Validity::degraded,
        fmt::format("a client thread waited for a CPU for {} of the window", format_percent(wait)));
  // An open loop looks without sleeping before each request: its lag says whether it was in time.
  if (cpu < full_cpu || result.schedule) return;
  const std::string full =
      fmt::format("a client thread was on its CPU for {} of the window", format_percent(cpu));
  if (!result.watched)
    note(result, Validity::valid,
         full + "; whether the server had room is not known (--watch-pid)");
  else if (result.watched->busiest_thread_share < full_cpu)
    note(result, Validity::client_limited,
         fmt::format("{}, the server's busiest thread for {}", full,
                     format_percent(result.watched->busiest_thread_share)));
}

}  // namespace

void judge(LoadResult& result, const OwnTroubles& troubles) {
  judge_identities(result);
  judge_troubles(result, troubles);
  judge_schedule(result);
  judge_threads(result);
}

}  // namespace joust::client
