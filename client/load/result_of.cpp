#include "client/load/result_of.hpp"

#include <algorithm>
#include <sys/resource.h>

#include "base/version.hpp"
#include "client/load/validity.hpp"

namespace joust::client {
namespace {

std::int64_t nanoseconds_of(const timeval& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + std::int64_t{time.tv_usec} * 1000;
}

double share_of(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

Usage usage_of(const std::vector<ThreadReport>& reports, std::int64_t window_ns) {
  Usage usage;
  rusage own{};
  getrusage(RUSAGE_SELF, &own);
  usage.cpu_user_ns = nanoseconds_of(own.ru_utime);
  usage.cpu_system_ns = nanoseconds_of(own.ru_stime);
  usage.max_rss_bytes = static_cast<std::uint64_t>(own.ru_maxrss) * 1024;
  usage.voluntary_switches = static_cast<std::uint64_t>(own.ru_nvcsw);
  usage.involuntary_switches = static_cast<std::uint64_t>(own.ru_nivcsw);
  if (window_ns <= 0) return usage;
  std::int64_t window_cpu = 0;
  for (const ThreadReport& report : reports) {
    const std::int64_t cpu = report.at_close.cpu_ns - report.at_open.cpu_ns;
    window_cpu += cpu;
    if (!report.at_open.wait_ns || !report.at_close.wait_ns) continue;
    usage.threads.push_back(
        {share_of(cpu, window_ns),
         share_of(*report.at_close.wait_ns - *report.at_open.wait_ns, window_ns)});
  }
  usage.window_cpu_ns = window_cpu;
  return usage;
}

void fill_counts(const Recorder& all, const EngineCounts& counts, LoadResult& result) {
  result.requests = all.requests;
  for (std::size_t status = 0; status < all.status.size(); ++status)
    if (all.status[status] > 0) result.status[static_cast<int>(status)] = all.status[status];
  result.connections = all.connections;
  result.connections.requested = result.plan.connections;
  result.bytes = all.bytes;
  result.bytes.received = counts.received_bytes;
  result.bytes.sent = counts.sent_bytes;
}

/// Common to all threads: it opened at one stamp and closed when the last thread's part did.
void fill_window(const std::vector<ThreadReport>& reports, LoadResult& result) {
  std::int64_t open_ns = never_ns;
  std::int64_t close_ns = 0;
  for (const ThreadReport& report : reports) {
    const Window& window = report.record.window;
    if (window.open_ns == never_ns || window.close_ns == never_ns) continue;
    open_ns = std::min(open_ns, window.open_ns);
    close_ns = std::max(close_ns, window.close_ns);
  }
  if (close_ns <= open_ns) return;
  result.window.start_ns = open_ns;
  result.window.length_ns = close_ns - open_ns;
}

void fill_latencies(const Recorder& all, LoadResult& result) {
  const auto unless_empty = [](Histogram histogram) {
    return histogram.empty() ? std::nullopt : std::optional(std::move(histogram));
  };
  result.latency.service = unless_empty(all.service());
  result.latency.first_byte = unless_empty(all.first_byte());
  result.latency.connect = unless_empty(all.connect);
  result.latency.response = unless_empty(all.response);
}

void fill_promises(const Recorder& all, LoadResult& result) {
  const LoadPlan& plan = result.plan;
  if (plan.rate_rps && all.due > 0)
    result.schedule = ScheduleKept{all.lag, all.loop_delay,
                                   static_cast<double>(all.sent) / static_cast<double>(all.due)};
  if (plan.late_after) result.late = LateCount{plan.late_after->count(), all.late};
  if (plan.min_bitrate_bps) result.conforming = Conforming{*plan.min_bitrate_bps, all.conforming};
}

void fill_rates(const Recorder& all, LoadResult& result) {
  if (result.window.length_ns <= 0) return;
  const double seconds = static_cast<double>(result.window.length_ns) / 1e9;
  result.rate_rps = static_cast<double>(result.window.ok) / seconds;
  std::int64_t at_work = 0;
  for (const std::int64_t part : all.work_ns) at_work += part;
  result.connections.achieved_mean = share_of(at_work, result.window.length_ns);
}

OwnTroubles troubles_of(const RunFacts& facts, const Recorder& all,
                        const std::vector<ThreadReport>& reports) {
  OwnTroubles troubles;
  troubles.held_back_ns = facts.held_back_ns;
  troubles.limits_hit = all.own_limit_errno;
  for (const ThreadReport& report : reports) {
    troubles.opened_late_ns = std::max(troubles.opened_late_ns, report.opened_late_ns);
    troubles.stood_still_ns = std::max(troubles.stood_still_ns, report.stood_still_ns);
    troubles.gave_up = troubles.gave_up || report.gave_up;
  }
  return troubles;
}

}  // namespace

LoadResult result_of(const RunFacts& facts, const std::vector<ThreadReport>& reports,
                     const EngineCounts& counts, Watcher* watcher) {
  Recorder all;
  std::int64_t ended_ns = facts.start_ns;
  for (const ThreadReport& report : reports) {
    all.merge(report.record);
    ended_ns = std::max(ended_ns, report.ended_ns);
  }
  LoadResult result;
  result.plan = facts.plan;
  result.client = {"joust-load", std::string(version()), facts.engine,
                   static_cast<std::uint32_t>(reports.size()), facts.plan.cpus};
  result.target = {facts.plan.url,       facts.plan.method,   facts.plan.http,
                   facts.plan.keepalive, facts.plan.pipeline, facts.address};
  result.elapsed_ns = ended_ns - facts.start_ns;
  result.window = all.in_window;
  fill_window(reports, result);
  fill_counts(all, counts, result);
  fill_latencies(all, result);
  fill_promises(all, result);
  fill_rates(all, result);
  result.usage = usage_of(reports, result.window.length_ns);
  if (watcher != nullptr && result.window.length_ns > 0)
    result.watched = watcher->watched(result.window.length_ns);
  judge(result, troubles_of(facts, all, reports));
  return result;
}

}  // namespace joust::client
