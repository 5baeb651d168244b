#include "tests/results/tables/sample_findings.hpp"

namespace joust::test {

namespace {

Contender contender(const std::string& id, Side side, Role role = Role::contender) {
  Contender result;
  result.id = id;
  result.side = side;
  result.role = role;
  return result;
}

Cell cell_of(std::uint64_t bytes, std::uint32_t connections) {
  Cell cell;
  cell.document = {"static", "GET", Bytes{bytes}, Bytes{0}};
  cell.connections = connections;
  return cell;
}

Estimate around(double point, double half_share, std::size_t n = 8) {
  return {point, Interval{point * (1 - half_share), point * (1 + half_share)}, n, 0.99, {}};
}

/// `scale` stretches rate and costs, so that cells differ.
Figure figure(const std::string& id, const Cell& cell, double rate, double server_cpu_ns,
              double client_cpu_ns) {
  Figure result;
  result.contender = id;
  result.cell = cell.id();
  result.planned = result.valid = 8;
  const double mean_latency_ns = 1e9 * cell.connections / rate;
  auto& metrics = result.metrics;
  metrics["rate_rps"] = around(rate, 0.012);
  metrics["server_cpu_ns_per_request"] = around(server_cpu_ns, 0.008);
  metrics["client_cpu_ns_per_request"] = around(client_cpu_ns, 0.009);
  metrics["latency_p50_ns"] = around(0.9 * mean_latency_ns, 0.001);
  metrics["latency_p99_ns"] = around(2.1 * mean_latency_ns, 0.01);
  metrics["latency_max_ns"] = {17.3 * mean_latency_ns, std::nullopt, 8, 0, {}};
  metrics["failed"] = {0, Interval{0, 0}, 8, 0.99, {}};
  return result;
}

Comparison comparison(const Run& run, const std::string& a, const std::string& cell,
                      const std::string& metric, double ratio, Verdict verdict) {
  Comparison result;
  result.cell = cell;
  result.metric = metric;
  result.a = a;
  result.b = run.design.reference;
  result.verdict = verdict;
  result.told_apart = verdict == Verdict::faster || verdict == Verdict::slower;
  if (verdict != Verdict::invalid && verdict != Verdict::not_comparable) {
    result.blocks = 8;
    result.ratio = Estimate{ratio, Interval{ratio * 0.97, ratio * 1.03}, 8, 0.99, {}};
  }
  result.sentence = a + ", " + metric + " at " + cell + ": " + std::string(name_of(verdict));
  return result;
}

Run base_run(const std::string& title) {
  Run run;
  run.id = "sample-20261130T163904Z";
  run.suite_name = "sample";
  run.title = title;
  run.design.blocks = 8;
  run.design.measure = std::chrono::milliseconds{250};
  return run;
}

}  // namespace

SampleReport server_report() {
  SampleReport report{base_run("Static files, keep-alive"), {}};
  auto& [run, findings] = report;
  Design& design = run.design;
  design.contenders = {contender("evhttp", Side::servers), contender("nginx", Side::servers),
                       contender("odd|name, \"quoted\"", Side::servers),
                       contender("joust-null", Side::servers, Role::anchor)};
  design.reference = "evhttp";
  const Cell small = cell_of(52, 10);
  const Cell large = cell_of(21353, 100);
  design.cells = {small, large};
  const std::string odd = design.contenders[2].id;
  design.not_applicable = {{odd, large.id(), "serves no documents beyond 4 KiB"}};

  findings.figures = {figure("evhttp", small, 81'234.5, 12'050, 4'010),
                      figure("nginx", small, 104'233, 9'510, 3'990),
                      figure(odd, small, 95.36, 9'999'000, 5'120),
                      figure("joust-null", small, 197'000, 4'980, 3'870),
                      figure("evhttp", large, 40'100, 23'700, 9'800),
                      figure("nginx", large, 41'000, 22'100, 9'700),
                      Figure{odd, large.id(), 0, 0, {}, {}, {}, {design.not_applicable[0].reason}},
                      figure("joust-null", large, 66'600, 13'000, 9'900)};
  findings.figures[0].marks = {"latency-bound"};
  Figure& shaky = findings.figures[2];
  shaky.valid = 5;
  shaky.marks = {"latency-bound", "killed", "something new"};
  shaky.reasons = {"the server died: exit code 1", "1 of 8 visits were not made"};
  shaky.metrics.erase("latency_p99_ns");
  shaky.missing["latency_p99_ns"] = "needs 10000 values, has 119";
  findings.figures[7].metrics.erase("server_cpu_ns_per_request");

  const std::string mean{geometric_mean_cell};
  const std::string cpu = "server_cpu_ns_per_request";
  findings.comparisons = {
      comparison(run, "nginx", mean, "rate_rps", 1.1433, Verdict::faster),
      comparison(run, odd, mean, "rate_rps", 0, Verdict::invalid),
      comparison(run, "nginx", small.id(), "rate_rps", 1.2831, Verdict::faster),
      comparison(run, "nginx", large.id(), "rate_rps", 1.0224, Verdict::inconclusive),
      comparison(run, odd, small.id(), "rate_rps", 0.001174, Verdict::slower),
      comparison(run, odd, large.id(), "rate_rps", 0, Verdict::not_comparable),
      comparison(run, "nginx", mean, cpu, 1.16, Verdict::faster),
      comparison(run, "nginx", small.id(), cpu, 1.267, Verdict::faster)};
  findings.visits_planned = 56;
  findings.visits_valid = 53;
  return report;
}

SampleReport client_report() {
  SampleReport report{base_run("Clients against nginx"), {}};
  auto& [run, findings] = report;
  Design& design = run.design;
  design.compare = Side::clients;
  design.contenders = {contender("wrk", Side::clients), contender("joust-load", Side::clients)};
  design.reference = "wrk";
  const Cell cell = cell_of(52, 100);
  design.cells = {cell};
  findings.figures = {figure("wrk", cell, 103'000, 9'500, 5'300),
                      figure("joust-load", cell, 104'000, 9'480, 3'900)};
  for (auto& each : findings.figures) each.marks = {"server-limited"};
  findings.comparisons = {
      comparison(run, "joust-load", std::string(geometric_mean_cell), "rate_rps", 1.01,
                 Verdict::server_limited),
      comparison(run, "joust-load", cell.id(), "rate_rps", 1.01, Verdict::server_limited),
      comparison(run, "joust-load", std::string(geometric_mean_cell), "client_cpu_ns_per_request",
                 1.359, Verdict::faster),
      comparison(run, "joust-load", cell.id(), "client_cpu_ns_per_request", 1.359,
                 Verdict::faster)};
  return report;
}

}  // namespace joust::test
