#include "results/model/metric.hpp"

#include <algorithm>
#include <array>

namespace joust {

namespace {

using Value = std::optional<double>;

Value per_ok_answer(const Visit& visit, std::optional<double> total) {
  if (!visit.load || !total || visit.load->window.ok == 0) return std::nullopt;
  return *total / static_cast<double>(visit.load->window.ok);
}

Value rate(const Visit& visit) {
  if (!visit.load) return std::nullopt;
  return visit.load->rate_rps;
}

Value server_cpu_per_request(const Visit& visit) {
  if (!visit.load || !visit.load->watched) return std::nullopt;
  return per_ok_answer(visit, static_cast<double>(visit.load->watched->cpu_ns));
}

Value client_cpu_per_request(const Visit& visit) {
  if (!visit.load || !visit.load->usage.window_cpu_ns) return std::nullopt;
  return per_ok_answer(visit, static_cast<double>(*visit.load->usage.window_cpu_ns));
}

Value server_switches_per_request(const Visit& visit) {
  if (!visit.load || !visit.load->watched) return std::nullopt;
  return per_ok_answer(visit, static_cast<double>(visit.load->watched->switches));
}

Value server_max_rss(const Visit& visit) {
  if (!visit.load || !visit.load->watched) return std::nullopt;
  return static_cast<double>(visit.load->watched->max_rss_bytes);
}

Value client_max_rss(const Visit& visit) {
  // No process fits into zero bytes: the kernel did not say.
  if (!visit.load || visit.load->usage.max_rss_bytes == 0) return std::nullopt;
  return static_cast<double>(visit.load->usage.max_rss_bytes);
}

Value connections_opened(const Visit& visit) {
  if (!visit.load) return std::nullopt;
  return static_cast<double>(visit.load->connections.opened);
}

Value failed(const Visit& visit) {
  if (!visit.load) return std::nullopt;
  return static_cast<double>(visit.load->requests.failed);
}

const std::optional<Histogram>* service(const Visit& visit) {
  return visit.load ? &visit.load->latency.service : nullptr;
}

const std::optional<Histogram>* connect(const Visit& visit) {
  return visit.load ? &visit.load->latency.connect : nullptr;
}

Value quantile_of(const std::optional<Histogram>* histogram, double q) {
  if (histogram == nullptr || !*histogram || !(*histogram)->supports(q)) return std::nullopt;
  const auto value = (*histogram)->quantile(q);
  if (!value) return std::nullopt;
  return static_cast<double>(*value);
}

Value maximum_of(const std::optional<Histogram>* histogram) {
  if (histogram == nullptr || !*histogram || (*histogram)->empty()) return std::nullopt;
  return static_cast<double>(*(*histogram)->max());
}

constexpr Metric shown_quantile(std::string_view id, std::string_view title, double quantile,
                                const std::optional<Histogram>* (*histogram_of)(const Visit&),
                                Value (*value_of)(const Visit&)) {
  return {.id = id,
          .title = title,
          .unit = "ns",
          .better = Better::lower,
          .scale = Scale::ratio,
          .value_of = value_of,
          .pooling = Pooling::merged,
          .histogram_of = histogram_of,
          .quantile = quantile};
}

constexpr Metric shown_maximum(std::string_view id, std::string_view title,
                               Value (*value_of)(const Visit&)) {
  return {.id = id,
          .title = title,
          .unit = "ns",
          .better = Better::lower,
          .scale = Scale::ratio,
          .value_of = value_of,
          .pooling = Pooling::maximum};
}

constexpr std::array table = {
    Metric{.id = "rate_rps",
           .title = "requests/s",
           .unit = "1/s",
           .better = Better::higher,
           .when_servers = Judged::by_margin,
           .when_clients = Judged::by_margin,
           .scale = Scale::ratio,
           .value_of = rate},
    Metric{.id = "server_cpu_ns_per_request",
           .title = "server CPU per request",
           .unit = "ns",
           .better = Better::lower,
           .when_servers = Judged::by_margin,
           .scale = Scale::ratio,
           .value_of = server_cpu_per_request},
    Metric{.id = "client_cpu_ns_per_request",
           .title = "client CPU per request",
           .unit = "ns",
           .better = Better::lower,
           .when_clients = Judged::by_margin,
           .scale = Scale::ratio,
           .value_of = client_cpu_per_request},
    shown_quantile("latency_p50_ns", "latency p50", 0.5, service,
                   [](const Visit& visit) { return quantile_of(service(visit), 0.5); }),
    shown_quantile("latency_p90_ns", "latency p90", 0.9, service,
                   [](const Visit& visit) { return quantile_of(service(visit), 0.9); }),
    shown_quantile("latency_p99_ns", "latency p99", 0.99, service,
                   [](const Visit& visit) { return quantile_of(service(visit), 0.99); }),
    shown_quantile("latency_p999_ns", "latency p99.9", 0.999, service,
                   [](const Visit& visit) { return quantile_of(service(visit), 0.999); }),
    shown_maximum("latency_max_ns", "latency max",
                  [](const Visit& visit) { return maximum_of(service(visit)); }),
    shown_quantile("connect_p50_ns", "connect p50", 0.5, connect,
                   [](const Visit& visit) { return quantile_of(connect(visit), 0.5); }),
    shown_maximum("connect_max_ns", "connect max",
                  [](const Visit& visit) { return maximum_of(connect(visit)); }),
    Metric{.id = "connections_opened",
           .title = "connections opened",
           .unit = "1",
           .better = Better::lower,
           .value_of = connections_opened},
    Metric{.id = "server_max_rss_bytes",
           .title = "server peak memory",
           .unit = "bytes",
           .better = Better::lower,
           .scale = Scale::ratio,
           .value_of = server_max_rss},
    Metric{.id = "client_max_rss_bytes",
           .title = "client peak memory",
           .unit = "bytes",
           .better = Better::lower,
           .scale = Scale::ratio,
           .value_of = client_max_rss},
    Metric{.id = "server_switches_per_request",
           .title = "server context switches per request",
           .unit = "1",
           .better = Better::lower,
           .value_of = server_switches_per_request},
    Metric{.id = "failed",
           .title = "failed requests",
           .unit = "1",
           .better = Better::lower,
           .value_of = failed},
};

}  // namespace

std::span<const Metric> metrics() { return table; }

const Metric* find_metric(std::string_view id) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [id](const Metric& metric) { return metric.id == id; });
  return found == table.end() ? nullptr : &*found;
}

const Metric& primary_metric(Side side) {
  return *find_metric(side == Side::servers ? "rate_rps" : "client_cpu_ns_per_request");
}

}  // namespace joust
