#include "results/model/metric.hpp"

#include <set>

#include "tests/support/catch.hpp"

using joust::Better;
using joust::find_metric;
using joust::Judged;
using joust::Side;

namespace {

joust::Visit measured_visit() {
  joust::Visit visit;
  joust::LoadResult& load = visit.load.emplace();
  load.rate_rps = 40000;
  load.window.ok = 10000;
  load.usage.window_cpu_ns = 50'000'000;
  load.usage.max_rss_bytes = 4 << 20;
  load.requests.failed = 0;
  load.connections.opened = 10;
  load.watched.emplace();
  load.watched->cpu_ns = 80'000'000;
  load.watched->switches = 500;
  load.watched->max_rss_bytes = 8 << 20;
  load.latency.service.emplace();
  load.latency.service->record(250'000, 10'000);
  load.latency.connect.emplace();
  load.latency.connect->record(90'000, 10);
  return visit;
}

std::optional<double> value(std::string_view id, const joust::Visit& visit) {
  return find_metric(id)->value_of(visit);
}

}  // namespace

TEST_CASE("Every metric has its own id, a unit and an extractor") {
  std::set<std::string_view> ids;
  for (const auto& metric : joust::metrics()) {
    ids.insert(metric.id);
    CHECK_FALSE(metric.unit.empty());
    CHECK_FALSE(metric.title.empty());
    CHECK(metric.value_of != nullptr);
    CHECK((metric.histogram_of != nullptr) == (metric.pooling == joust::Pooling::merged));
    CHECK(find_metric(metric.id) == &metric);
  }
  CHECK(ids.size() == joust::metrics().size());
  CHECK(find_metric("rate") == nullptr);
}

TEST_CASE("Values come from the window, per answered request") {
  const auto visit = measured_visit();
  CHECK(value("rate_rps", visit) == 40000.0);
  CHECK(value("server_cpu_ns_per_request", visit) == 8000.0);
  CHECK(value("client_cpu_ns_per_request", visit) == 5000.0);
  CHECK(value("server_switches_per_request", visit) == 0.05);
  CHECK(value("latency_p50_ns", visit) == 250'000.0);
  CHECK(value("latency_p99_ns", visit) == 250'000.0);
  CHECK(value("latency_max_ns", visit) == 250'000.0);
  CHECK(value("connect_max_ns", visit) == 90'000.0);
  CHECK(value("connections_opened", visit) == 10.0);
  CHECK(value("server_max_rss_bytes", visit) == 8388608.0);
  CHECK(value("client_max_rss_bytes", visit) == 4194304.0);
  CHECK(value("failed", visit) == 0.0);
}

TEST_CASE("What was not measured has no value, and a quantile needs its hundred values beyond") {
  auto visit = measured_visit();
  CHECK_FALSE(value("latency_p999_ns", visit));
  CHECK_FALSE(value("connect_p50_ns", visit));
  visit.load->watched.reset();
  visit.load->usage.window_cpu_ns.reset();
  visit.load->rate_rps.reset();
  visit.load->latency.service.reset();
  for (const auto id : {"server_cpu_ns_per_request", "client_cpu_ns_per_request", "rate_rps",
                        "latency_p50_ns", "latency_max_ns", "server_max_rss_bytes"}) {
    CHECK_FALSE(value(id, visit));
  }
  visit = measured_visit();
  visit.load->window.ok = 0;
  CHECK_FALSE(value("server_cpu_ns_per_request", visit));
  for (const auto& metric : joust::metrics()) CHECK_FALSE(metric.value_of(joust::Visit{}));
}

TEST_CASE("What is judged depends on which side is compared") {
  const auto* server_cpu = find_metric("server_cpu_ns_per_request");
  const auto* client_cpu = find_metric("client_cpu_ns_per_request");
  CHECK(find_metric("rate_rps")->judged_in(Side::servers) == Judged::by_margin);
  CHECK(find_metric("rate_rps")->judged_in(Side::clients) == Judged::by_margin);
  CHECK(server_cpu->judged_in(Side::servers) == Judged::by_margin);
  CHECK(server_cpu->judged_in(Side::clients) == Judged::shown);
  CHECK(client_cpu->judged_in(Side::servers) == Judged::shown);
  CHECK(client_cpu->judged_in(Side::clients) == Judged::by_margin);
  CHECK(find_metric("latency_p99_ns")->judged_in(Side::servers) == Judged::shown);
  CHECK(&joust::primary_metric(Side::servers) == find_metric("rate_rps"));
  CHECK(&joust::primary_metric(Side::clients) == client_cpu);
}

TEST_CASE("Only the rate is better when higher") {
  for (const auto& metric : joust::metrics()) {
    CHECK((metric.better == Better::higher) == (metric.id == "rate_rps"));
  }
}
