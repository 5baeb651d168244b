#include "tests/plots/synthetic_run.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "results/model/metric.hpp"

namespace joust::test {
namespace {

Estimate around(double point, double half_width_share, std::size_t blocks) {
  Estimate estimate;
  estimate.point = point;
  estimate.interval = Interval{point / (1 + half_width_share), point * (1 + half_width_share)};
  estimate.n = blocks;
  estimate.confidence = 0.99;
  return estimate;
}

/// Server CPU a request: a fixed part of each contender's own and a part that grows with the body.
double server_ns(std::size_t index, bool anchor, const Cell& cell) {
  const double body = static_cast<double>(cell.document.size.value);
  const double fixed = anchor ? 5200 : 8300 * (1 + 0.11 * static_cast<double>(index));
  const double per_byte = 0.12 + 0.015 * static_cast<double>((index * 5) % 7);
  return fixed + per_byte * body;
}

double rate_of(double cpu_ns, const Cell& cell) {
  const double round_trip_ns = cpu_ns + 14000;
  return std::min(1e9 / cpu_ns, cell.connections * 1e9 / round_trip_ns);
}

Verdict verdict_of(const Estimate& ratio, double margin) {
  if (ratio.interval->low > 1 + margin) return Verdict::faster;
  if (ratio.interval->high < 1 / (1 + margin)) return Verdict::slower;
  if (ratio.interval->low > 1 / (1 + margin) && ratio.interval->high < 1 + margin)
    return Verdict::equal;
  return ratio.interval->contains(1) ? Verdict::inconclusive : Verdict::maybe;
}

std::size_t index_of(const Run& run, const std::string& contender) {
  const auto& all = run.design.contenders;
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Contender& each) { return each.id == contender; });
  return static_cast<std::size_t>(found - all.begin());
}

Comparison comparison_of(const Run& run, const Metric& metric, const std::string& contender,
                         const std::string& cell, double ratio) {
  Comparison comparison;
  comparison.metric = metric.id;
  comparison.a = contender;
  comparison.b = run.design.reference;
  comparison.cell = cell;
  comparison.blocks = run.design.blocks;
  const double spread = 0.006 + 0.004 * static_cast<double>((cell.size() + contender.size()) % 6);
  comparison.ratio = around(ratio, spread, run.design.blocks);
  comparison.verdict = verdict_of(*comparison.ratio, run.design.judgement.margin);
  comparison.sentence = contender + " against " + run.design.reference;
  return comparison;
}

void add_comparisons(Findings& findings, const Run& run, const Metric& metric) {
  const std::string id{metric.id};
  for (const Contender& contender : run.design.contenders) {
    if (contender.role == Role::anchor || contender.id == run.design.reference) continue;
    double log_sum = 0;
    for (const Cell& cell : run.design.cells) {
      const double a = figure_of(findings, contender.id, cell.id()).metrics.at(id).point;
      const double b = figure_of(findings, run.design.reference, cell.id()).metrics.at(id).point;
      const double ratio = metric.better == Better::higher ? a / b : b / a;
      log_sum += std::log(ratio);
      findings.comparisons.push_back(comparison_of(run, metric, contender.id, cell.id(), ratio));
    }
    const double mean = std::exp(log_sum / static_cast<double>(run.design.cells.size()));
    findings.comparisons.push_back(
        comparison_of(run, metric, contender.id, std::string{geometric_mean_cell}, mean));
  }
}

Figure figure_for(const Run& run, const Contender& contender, const Cell& cell) {
  const std::size_t index = index_of(run, contender.id);
  const bool anchor = contender.role == Role::anchor;
  const double cpu = server_ns(index, anchor, cell);
  const double rate = rate_of(cpu, cell);
  const std::size_t blocks = run.design.blocks;
  Figure figure;
  figure.contender = contender.id;
  figure.cell = cell.id();
  figure.planned = figure.valid = blocks;
  figure.metrics["rate_rps"] = around(rate, 0.02 + 0.004 * static_cast<double>(index), blocks);
  figure.metrics["server_cpu_ns_per_request"] = around(cpu, 0.01, blocks);
  figure.metrics["client_cpu_ns_per_request"] = around(0.6 * cpu, 0.01, blocks);
  const double p50 = cell.connections * 1e9 / rate;
  figure.metrics["latency_p50_ns"] = around(p50, 0.01, blocks);
  figure.metrics["latency_p99_ns"] =
      around(p50 * (2.2 + 0.3 * static_cast<double>(index % 3)), 0.08, blocks);
  return figure;
}

Contender contender_for(const SyntheticShape& shape, const std::string& name, Role role) {
  Contender contender;
  contender.id = name;
  contender.side = shape.compare;
  contender.role = role;
  contender.server.name = shape.compare == Side::servers ? name : "joust-null";
  contender.client.name = shape.compare == Side::clients ? name : "joust-load";
  return contender;
}

}  // namespace

Run synthetic_run(const SyntheticShape& shape) {
  Run run;
  run.id = "static-20261130T163904Z";
  run.suite_name = "static";
  run.title = "Static files, keep-alive";
  run.version = "0.1.0";
  run.design.compare = shape.compare;
  for (const auto& name : shape.contenders)
    run.design.contenders.push_back(contender_for(shape, name, Role::contender));
  run.design.contenders.push_back(contender_for(shape, "joust-null", Role::anchor));
  run.design.reference = shape.contenders.front();
  for (const std::uint64_t size : shape.sizes) {
    for (const std::uint32_t connections : shape.connections) {
      Cell cell;
      cell.document.route = shape.route;
      cell.document.method = shape.method;
      cell.document.size = Bytes{size};
      if (shape.method == "POST") cell.document.body_size = Bytes{size};
      cell.connections = connections;
      run.design.cells.push_back(cell);
    }
  }
  run.design.blocks = shape.blocks;
  run.design.warmup = std::chrono::milliseconds{100};
  run.design.measure = std::chrono::milliseconds{250};
  run.environment.cpu_model = "AMD EPYC 7B13 64-Core Processor";
  run.environment.cpus_online = 2;
  run.environment.kernel = "6.1.0-25-amd64";
  run.environment.virtualisation = "kvm";
  run.environment.server_cpus = {0};
  run.environment.client_cpus = {1};
  return run;
}

Figure& figure_of(Findings& findings, const std::string& contender, const std::string& cell) {
  for (Figure& figure : findings.figures)
    if (figure.contender == contender && figure.cell == cell) return figure;
  throw std::runtime_error("no figure of " + contender + " at " + cell);
}

Findings synthetic_findings(const Run& run) {
  Findings findings;
  for (const Cell& cell : run.design.cells)
    for (const Contender& contender : run.design.contenders)
      findings.figures.push_back(figure_for(run, contender, cell));
  for (const Metric& metric : metrics())
    if (metric.judged_in(run.design.compare) != Judged::shown)
      add_comparisons(findings, run, metric);
  return findings;
}

}  // namespace joust::test
