#include "suites/run/gates.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <numeric>

#include "base/units.hpp"

namespace joust::suites {
namespace {

// "2 status, 1 timeout"
std::string by_class(const RequestCounts& requests) {
  std::string text;
  for (std::size_t i = 0; i < failure_class_count; ++i) {
    if (requests.failed_by_class.at(i) == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", requests.failed_by_class.at(i),
                        name_of(static_cast<FailureClass>(i)));
  }
  return text;
}

bool is_expected(int status, const LoadPlan& plan) {
  if (plan.expect_status.empty()) return status >= 200 && status <= 299;
  return std::find(plan.expect_status.begin(), plan.expect_status.end(), status) !=
         plan.expect_status.end();
}

std::optional<double> busiest_client_thread(const LoadResult& result) {
  std::optional<double> most;
  for (const ThreadShare& thread : result.usage.threads) {
    most = std::max(most.value_or(0), thread.cpu_share);
  }
  return most;
}

bool is_full(std::optional<double> share) { return share && *share >= limits::full_thread; }

// A thread waits while others run on its CPU. Where a process has more threads than CPUs, its own
// other threads explain as much waiting as they were running themselves.
double unexplained(double wait_share, double other_threads_cpu_share, std::size_t threads,
                   std::size_t cpus) {
  if (threads <= cpus) return wait_share;
  return std::max(0.0, wait_share - other_threads_cpu_share);
}

void append(std::vector<std::string>& all, std::vector<std::string> more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

std::vector<std::string> answer_reasons(const LoadResult& result) {
  std::vector<std::string> reasons;
  const RequestCounts& requests = result.requests;
  if (requests.failed > 0) {
    reasons.push_back(fmt::format("{} of {} requests failed ({})", requests.failed,
                                  requests.started, by_class(requests)));
  } else {
    for (const auto& [status, count] : result.status) {
      if (count == 0 || is_expected(status, result.plan)) continue;
      reasons.push_back(fmt::format("{} answers had the unexpected status {}", count, status));
    }
  }
  if (result.window.ok == 0) reasons.emplace_back("no good answer came within the window");
  return reasons;
}

std::vector<std::string> accounting_reasons(const LoadResult& result) {
  std::vector<std::string> reasons;
  const RequestCounts& requests = result.requests;
  if (requests.started != requests.ok + requests.failed + requests.in_flight) {
    reasons.push_back(
        fmt::format("requests do not add up: {} started, but {} ok + {} failed + {} in flight",
                    requests.started, requests.ok, requests.failed, requests.in_flight));
  }
  const std::uint64_t classed = std::accumulate(requests.failed_by_class.begin(),
                                                requests.failed_by_class.end(), std::uint64_t{0});
  if (classed != requests.failed) {
    reasons.push_back(fmt::format("failures do not add up: {} failed, but {} have a class",
                                  requests.failed, classed));
  }
  const ByteCounts& bytes = result.bytes;
  if (bytes.received != bytes.framing + bytes.body + bytes.partial) {
    reasons.push_back(fmt::format(
        "bytes do not add up: {} at the socket, but {} framing + {} body + {} of incomplete "
        "answers",
        bytes.received, bytes.framing, bytes.body, bytes.partial));
  }
  return reasons;
}

std::vector<std::string> littles_law_reasons(const LoadResult& result) {
  const ConnectionCounts& connections = result.connections;
  if (!connections.achieved_mean || connections.requested == 0) return {};
  const double ratio = *connections.achieved_mean / static_cast<double>(connections.requested);
  if (std::abs(ratio - 1) <= limits::littles_law) return {};
  return {
      fmt::format("{} connections were asked for, {} were at work on average: the load was not "
                  "what it says",
                  connections.requested, format_number(*connections.achieved_mean))};
}

std::vector<std::string> gate_reasons(const LoadResult& result) {
  std::vector<std::string> reasons = answer_reasons(result);
  append(reasons, accounting_reasons(result));
  append(reasons, littles_law_reasons(result));
  if (reasons.empty() && result.validity == Validity::invalid) {
    for (const std::string& reason : result.validity_reasons) {
      reasons.push_back(fmt::format("{}: {}", result.client.name, reason));
    }
    if (reasons.empty()) reasons.push_back(result.client.name + " calls its result invalid");
  }
  return reasons;
}

std::vector<std::string> marks_of(const LoadResult& result, Side compared) {
  std::vector<std::string> marks;
  const std::optional<double> client = busiest_client_thread(result);
  const std::optional<double> server =
      result.watched ? std::optional{result.watched->busiest_thread_share} : std::nullopt;
  const bool client_full = is_full(client);
  const bool server_full = is_full(server);
  if (compared == Side::servers && client_full && !server_full) {
    // A server nobody could watch is not known to be full: it is not ranked either.
    marks.emplace_back("client-limited");
  } else if (compared == Side::clients && server_full && !client_full) {
    marks.emplace_back("server-limited");
  } else if (client && server && !client_full && !server_full) {
    marks.emplace_back("latency-bound");
  }
  if (result.requests.in_flight > 0) marks.emplace_back("unanswered");
  if (result.validity == Validity::degraded) marks.emplace_back("degraded");
  return marks;
}

std::optional<double> server_wait_share(const LoadResult& result, OwnCpus own) {
  if (own.server == 0 || !result.watched || result.window.length_ns <= 0) return std::nullopt;
  const Watched& watched = *result.watched;
  const double tree_share =
      static_cast<double>(watched.cpu_ns) / static_cast<double>(result.window.length_ns);
  return unexplained(watched.busiest_thread_wait_share,
                     std::max(0.0, tree_share - watched.busiest_thread_share), watched.threads,
                     own.server);
}

std::optional<double> client_wait_share(const LoadResult& result, OwnCpus own) {
  if (own.client == 0 || result.usage.threads.empty()) return std::nullopt;
  const std::vector<ThreadShare>& threads = result.usage.threads;
  const double all =
      std::accumulate(threads.begin(), threads.end(), 0.0,
                      [](double sum, const ThreadShare& thread) { return sum + thread.cpu_share; });
  double most = 0;
  for (const ThreadShare& thread : threads) {
    most = std::max(
        most, unexplained(thread.wait_share, all - thread.cpu_share, threads.size(), own.client));
  }
  return most;
}

std::vector<std::string> disturbances_of(const MachineNoise& visit, const BlockNoise& block) {
  std::vector<std::string> disturbances;
  const auto judge = [&](std::optional<double> share, double limit, const char* what,
                         const char* of) {
    if (!share || *share <= limit) return;
    disturbances.push_back(fmt::format("{} for {} of {} (limit {})", what, format_percent(*share),
                                       of, format_percent(limit)));
  };
  judge(visit.server_wait_share, limits::run_queue_wait, "the server waited for its CPU",
        "the window");
  judge(visit.client_wait_share, limits::run_queue_wait, "the client waited for its CPU",
        "the window");
  judge(block.steal_share, limits::steal, "the hypervisor took the CPUs away", "the block");
  judge(block.foreign_share, limits::foreign, "other processes used the CPUs", "the block");
  return disturbances;
}

}  // namespace joust::suites
