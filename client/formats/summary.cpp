#include "client/formats/summary.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <vector>

#include "base/units.hpp"

namespace joust::client {
namespace {

constexpr int label_width = 15;

std::string line(std::string_view label, std::string_view text) {
  return fmt::format("{:<{}} {}\n", label, label_width, text);
}

std::string duration_text(std::int64_t ns) { return format_duration(Nanoseconds{ns}); }

std::string per_second(std::uint64_t bytes, std::int64_t length_ns) {
  if (length_ns <= 0) return "-";
  const double rate = static_cast<double>(bytes) * 1e9 / static_cast<double>(length_ns);
  constexpr std::array units = {"B/s", "KiB/s", "MiB/s", "GiB/s"};
  std::size_t unit = 0;
  double scaled = rate;
  while (scaled >= 1024 && unit + 1 < units.size()) {
    scaled /= 1024;
    ++unit;
  }
  return fmt::format("{} {}", format_number(scaled, 4), units[unit]);
}

std::string heading(const LoadResult& result) {
  const TargetSummary& target = result.target;
  std::string text = fmt::format("{} {}\n", target.method, target.url);
  text +=
      line("connections", fmt::format("{} asked for, {} at work on average, {} opened, {} reopened",
                                      result.connections.requested,
                                      result.connections.achieved_mean
                                          ? format_number(*result.connections.achieved_mean, 4)
                                          : "-",
                                      result.connections.opened, result.connections.reopened));
  text += line("client", fmt::format("{} {}, {}, {} thread{}, HTTP/{}, {}", result.client.name,
                                     result.client.version, result.client.engine,
                                     result.client.threads, result.client.threads == 1 ? "" : "s",
                                     target.http == HttpVersion::http_1_0 ? "1.0" : "1.1",
                                     target.keepalive ? "keep-alive" : "a connection a request"));
  const std::string length =
      result.window.length_ns > 0 ? duration_text(result.window.length_ns) : "none";
  text += line("window",
               fmt::format("{}{}", length,
                           result.plan.warmup.count() > 0
                               ? " after " + format_duration(result.plan.warmup) + " of warm-up"
                               : ""));
  return text;
}

std::string schedule(const LoadResult& result) {
  const LoadPlan& plan = result.plan;
  if (!plan.rate_rps) return "";
  std::string text = fmt::format("{} requests/s due, {}", format_number(*plan.rate_rps, 6),
                                 plan.arrivals == Arrivals::poisson ? "Poisson" : "evenly");
  if (result.schedule)
    text += fmt::format(", {} of them sent", format_percent(result.schedule->achieved_ratio, 5));
  return line("open loop", text);
}

std::string rates(const LoadResult& result) {
  std::string text = schedule(result);
  text +=
      line("requests/s", result.rate_rps ? format_number(*result.rate_rps, 6) : std::string("-"));
  text += line("transfer", fmt::format("{} received, {} of it body (whole run)",
                                       per_second(result.bytes.received, result.elapsed_ns),
                                       per_second(result.bytes.body, result.elapsed_ns)));
  return text;
}

// --- latencies

struct Quantile {
  const char* title;
  double q;
};
constexpr std::array always_shown = {Quantile{"p50", 0.5}, Quantile{"p75", 0.75},
                                     Quantile{"p90", 0.9}, Quantile{"p99", 0.99},
                                     Quantile{"p99.9", 0.999}};
constexpr std::array shown_if_supported = {Quantile{"p99.99", 0.9999},
                                           Quantile{"p99.999", 0.99999}};
constexpr int value_width = 11;

std::vector<Quantile> quantiles_for(const std::optional<Histogram>& service) {
  std::vector<Quantile> quantiles(always_shown.begin(), always_shown.end());
  for (const Quantile& quantile : shown_if_supported)
    if (service && service->supports(quantile.q)) quantiles.push_back(quantile);
  return quantiles;
}

std::string latency_row(std::string_view label, const std::vector<Quantile>& quantiles,
                        const std::optional<Histogram>& histogram) {
  std::string text = fmt::format("{:<{}}", label, label_width);
  const auto add = [&](std::string_view value) {
    text += fmt::format(" {:>{}}", value, value_width);
  };
  for (const Quantile& quantile : quantiles) {
    const auto value = histogram ? histogram->quantile(quantile.q) : std::nullopt;
    if (!value)
      add("-");
    else
      add(histogram->supports(quantile.q) ? duration_text(*value) : "n/a");
  }
  add(histogram && histogram->max() ? duration_text(*histogram->max()) : "-");
  return text + "\n";
}

std::string latencies(const LoadResult& result) {
  const std::vector<Quantile> quantiles = quantiles_for(result.latency.service);
  std::string text = fmt::format("{:<{}}", "latency", label_width);
  for (const Quantile& quantile : quantiles)
    text += fmt::format(" {:>{}}", quantile.title, value_width);
  text += fmt::format(" {:>{}}\n", "max", value_width);
  if (result.latency.response)
    text += latency_row("  response", quantiles, result.latency.response);
  text += latency_row("  service", quantiles, result.latency.service);
  text += latency_row("  first byte", quantiles, result.latency.first_byte);
  text += latency_row("  connect", quantiles, result.latency.connect);
  if (result.schedule) {
    text += latency_row("  schedule lag", quantiles, result.schedule->lag);
    text += latency_row("  loop delay", quantiles, result.schedule->loop_delay);
  }
  const auto& service = result.latency.service;
  if (!service) return text;
  for (const Quantile& quantile : quantiles)
    if (!service->supports(quantile.q))
      return text + fmt::format("  n/a: {} needs {} answers, {} came\n", quantile.title,
                                Histogram::needed_for(quantile.q), service->count());
  return text;
}

// --- counts

std::string failures(const RequestCounts& requests) {
  std::string text;
  for (std::size_t i = 0; i < failure_class_count; ++i)
    if (requests.failed_by_class[i] > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                          name_of(static_cast<FailureClass>(i)), requests.failed_by_class[i]);
  std::string causes;
  for (const auto& [number, count] : requests.failed_by_errno) {
    const char* name = strerrorname_np(number);
    causes += fmt::format("{}{} {}", causes.empty() ? "" : ", ",
                          name != nullptr ? name : std::to_string(number), count);
  }
  return causes.empty() ? text : fmt::format("{} ({})", text, causes);
}

std::string statuses(const std::map<int, std::uint64_t>& status) {
  std::string text;
  for (const auto& [code, count] : status)
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", code, count);
  return text.empty() ? "-" : text;
}

std::string counts(const LoadResult& result) {
  const RequestCounts& requests = result.requests;
  std::string text = line(
      "requests", fmt::format("{} started = {} ok + {} failed + {} in flight at the end",
                              requests.started, requests.ok, requests.failed, requests.in_flight));
  text += line("in the window",
               fmt::format("{} ok, {} failed", result.window.ok, result.window.failed));
  if (requests.unstarted > 0)
    text += line("not started", fmt::format("{} that were due", requests.unstarted));
  if (requests.failed > 0) text += line("failed", failures(requests));
  if (requests.retried > 0)
    text +=
        line("retried", fmt::format("{} (a reused connection had been closed)", requests.retried));
  text += line("status", statuses(result.status));
  if (result.late)
    text += line("late", fmt::format("{} right answers took more than {}", result.late->count,
                                     duration_text(result.late->limit_ns)));
  if (result.conforming)
    text +=
        line("conforming", fmt::format("{} of {} connections kept to {} bit/s",
                                       result.conforming->connections, result.connections.opened,
                                       format_number(result.conforming->min_bitrate_bps, 4)));
  return text;
}

// --- costs

std::string per_request(std::int64_t cpu_ns, const WindowCounts& window) {
  const std::uint64_t answers = window.ok + window.failed;
  if (answers == 0) return "-";
  return duration_text(cpu_ns / static_cast<std::int64_t>(answers));
}

std::string busiest(std::size_t threads, double cpu_share) {
  const std::string who =
      threads == 1 ? "its thread" : fmt::format("the busiest of {} threads", threads);
  return fmt::format("{} on a CPU {}", who, format_percent(cpu_share));
}

std::string costs(const LoadResult& result) {
  const Usage& usage = result.usage;
  std::string client =
      usage.window_cpu_ns ? per_request(*usage.window_cpu_ns, result.window) + " a request" : "-";
  ThreadShare most;
  for (const ThreadShare& thread : usage.threads) {
    most.cpu_share = std::max(most.cpu_share, thread.cpu_share);
    most.wait_share = std::max(most.wait_share, thread.wait_share);
  }
  if (!usage.threads.empty())
    client += "; " + busiest(usage.threads.size(), most.cpu_share) + ", waiting for one " +
              format_percent(most.wait_share);
  std::string text = line("client CPU", client);
  if (result.watched)
    text += line("server CPU",
                 per_request(result.watched->cpu_ns, result.window) + " a request; " +
                     busiest(result.watched->threads, result.watched->busiest_thread_share));
  return text;
}

std::string verdict(const LoadResult& result) {
  std::string text = line("result", name_of(result.validity));
  for (const std::string& reason : result.validity_reasons) text += line("", reason);
  return text;
}

}  // namespace

std::string summary_of(const LoadResult& result) {
  return heading(result) + "\n" + rates(result) + "\n" + latencies(result) + "\n" + counts(result) +
         costs(result) + verdict(result);
}

}  // namespace joust::client
