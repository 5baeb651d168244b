#include "client/load/objective.hpp"

#include <fmt/format.h>
#include <optional>

#include "base/units.hpp"

namespace joust::client {
namespace {

std::string percentile_problem(const LoadResult& result, Nanoseconds limit) {
  constexpr double q = 0.99;
  const bool open_loop = result.plan.rate_rps.has_value();
  const auto& times = open_loop ? result.latency.response : result.latency.service;
  const char* what = open_loop ? "response" : "service";
  if (!times || !times->supports(q))
    return fmt::format("--slo-p99: p99 of the {} time needs {} answers, {} came", what,
                       Histogram::needed_for(q), times ? times->count() : 0);
  const Nanoseconds value{*times->quantile(q)};
  if (value <= limit) return "";
  return fmt::format("--slo-p99: p99 of the {} time is {}, more than {}", what,
                     format_duration(value), format_duration(limit));
}

std::string failure_problem(const LoadResult& result) {
  const RequestCounts& requests = result.requests;
  if (requests.ok == 0) return "no request got a right answer";
  const double share =
      static_cast<double>(requests.failed) / static_cast<double>(requests.ok + requests.failed);
  const auto& limit = result.plan.max_failed;
  if (limit && share > *limit)
    return fmt::format("--max-failed: {} of the requests failed, more than {}",
                       format_percent(share, 3), format_percent(*limit, 3));
  if (limit || requests.failed == 0 || result.plan.allow_failures) return "";
  return fmt::format("{} of {} requests failed", requests.failed, requests.ok + requests.failed);
}

}  // namespace

std::vector<std::string> broken_objectives(const LoadResult& result) {
  std::vector<std::string> broken;
  const auto add = [&](std::string problem) {
    if (!problem.empty()) broken.push_back(std::move(problem));
  };
  add(failure_problem(result));
  if (result.plan.slo_p99) add(percentile_problem(result, *result.plan.slo_p99));
  return broken;
}

}  // namespace joust::client
