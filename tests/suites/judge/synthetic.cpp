#include "tests/suites/judge/synthetic.hpp"

#include <cmath>
#include <stdexcept>

namespace joust::test {

std::uint64_t Random::bits() {
  std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;  // SplitMix64
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31U);
}

double Random::normal() {
  const double u = (static_cast<double>(bits() >> 11U) + 0.5) * 0x1p-53;
  const double v = (static_cast<double>(bits() >> 11U) + 0.5) * 0x1p-53;
  return std::sqrt(-2 * std::log(u)) * std::cos(2 * 3.14159265358979323846 * v);
}

Run synthetic_run(const SyntheticSuite& suite) {
  Run run;
  run.id = "test-run";
  run.suite_name = "test";
  run.title = "Synthetic";
  Design& design = run.design;
  design.compare = suite.compare;
  design.reference = suite.contenders.at(0);
  design.blocks = suite.blocks;
  design.measure = std::chrono::milliseconds{250};
  for (const auto& id : suite.contenders) {
    Contender contender;
    contender.id = id;
    contender.side = suite.compare;
    design.contenders.push_back(contender);
  }
  if (suite.anchor) {
    Contender anchor;
    anchor.id = "joust-null";
    anchor.role = Role::anchor;
    design.contenders.push_back(anchor);
  }
  for (const auto connections : suite.connections) {
    Cell cell;
    cell.document = {"static", "GET", Bytes{52}, Bytes{0}};
    cell.connections = connections;
    design.cells.push_back(cell);
  }
  for (std::uint32_t sweep = 0; sweep < suite.blocks; ++sweep) {
    for (const auto& cell : design.cells) {
      PlannedBlock block{sweep, cell.id(), {}};
      for (const auto& contender : design.contenders) block.order.push_back(contender.id);
      design.schedule.push_back(block);
    }
  }
  return run;
}

Visit synthetic_visit(const std::string& contender, const std::string& cell, std::uint32_t sweep,
                      double rate, double server_cpu_ns, double client_cpu_ns) {
  constexpr std::uint64_t answers = 10'000;
  Visit visit;
  visit.run_id = "test-run";
  visit.sweep = sweep;
  visit.cell = cell;
  visit.contender = contender;
  LoadResult& load = visit.load.emplace();
  load.rate_rps = rate;
  load.window.ok = answers;
  load.usage.window_cpu_ns = static_cast<std::int64_t>(client_cpu_ns * answers);
  load.usage.max_rss_bytes = 4U << 20U;
  load.watched.emplace();
  load.watched->cpu_ns = static_cast<std::int64_t>(server_cpu_ns * answers);
  load.watched->max_rss_bytes = 8U << 20U;
  return visit;
}

std::vector<Visit> synthetic_visits(const Run& run, const RateOf& rate_of) {
  std::vector<Visit> visits;
  for (const auto& block : run.design.schedule) {
    std::uint32_t position = 0;
    for (const auto& contender : block.order) {
      visits.push_back(synthetic_visit(contender, block.cell, block.sweep,
                                       rate_of(contender, block.cell, block.sweep)));
      visits.back().position = position++;
    }
  }
  return visits;
}

const Comparison& comparison_of(const Findings& findings, const std::string& a,
                                const std::string& cell, const std::string& metric) {
  for (const auto& comparison : findings.comparisons) {
    if (comparison.a == a && comparison.cell == cell && comparison.metric == metric) {
      return comparison;
    }
  }
  throw std::runtime_error("no comparison of " + a + " in " + cell);
}

const Figure& figure_of(const Findings& findings, const std::string& contender,
                        const std::string& cell) {
  for (const auto& figure : findings.figures) {
    if (figure.contender == contender && figure.cell == cell) return figure;
  }
  throw std::runtime_error("no figure of " + contender + " in " + cell);
}

std::vector<Visit> two_servers(const Run& run, double ratio, double spread) {
  return synthetic_visits(run, [=](const auto& contender, const auto&, std::uint32_t sweep) {
    if (contender != "nginx") return 40000.0;
    const double wave = (sweep % 2 == 0 ? 1.0 : -1.0) * (0.6 + 0.1 * (sweep / 2 % 4));
    return 40000.0 * ratio * std::exp(spread * wave);
  });
}

}  // namespace joust::test
