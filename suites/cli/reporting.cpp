#include "suites/cli/reporting.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "plots/write_charts.hpp"
#include "suites/cli/console.hpp"
#include "suites/judge/comparison.hpp"
#include "suites/judge/products.hpp"

namespace joust::suites::cli {
namespace {

bool all_valid(const Findings& findings) {
  return findings.visits_valid == findings.visits_planned && findings.visits_planned > 0;
}

void print_shortfall(const Findings& findings) {
  const auto made = findings.visits_valid + findings.visits_invalid + findings.visits_failed;
  fmt::print("{} of {} planned visits are valid; {} invalid, {} failed, {} not made.\n",
             findings.visits_valid, findings.visits_planned, findings.visits_invalid,
             findings.visits_failed,
             findings.visits_planned > made ? findings.visits_planned - made : 0);
}

void print_results(const Products& products) {
  fmt::print("{}\n", products.text_table);
  for (const auto& sentence : products.sentences) fmt::print("{}\n", sentence);
  if (!products.sentences.empty()) fmt::print("\n");
  const auto& findings = products.findings;
  for (const auto& notice : findings.notices) fmt::print("{}\n", notice);
  if (findings.blocks_dropped > 0) {
    fmt::print("{} blocks were disturbed and left out.\n", findings.blocks_dropped);
  }
  if (!all_valid(findings)) print_shortfall(findings);
}

void notice_all(const std::vector<std::string>& notices) {
  for (const auto& notice : notices) print_notice(notice);
}

bool any_picture(const plots::ChartFiles& charts) {
  return std::any_of(charts.files.begin(), charts.files.end(),
                     [](const auto& file) { return file.extension() == ".svg"; });
}

}  // namespace

ExitCode report(const store::StoredRun& stored) {
  notice_all(stored.notices);
  const auto products = write_products(stored, stdout_width());
  const auto charts = plots::write_charts(stored.run, products.findings, stored.directory);
  print_results(products);
  if (products.findings.visits_valid > 0) notice_all(charts.notices);
  fmt::print("Run:    {}\nTables: {}\n", stored.directory.string(),
             (stored.directory / "tables").string());
  if (any_picture(charts)) fmt::print("Charts: {}\n", (stored.directory / "plots").string());
  return all_valid(products.findings) ? ExitCode::ok : ExitCode::invalid;
}

ExitCode redraw(const store::StoredRun& stored) {
  notice_all(stored.notices);
  const auto findings = judge(stored.run, stored.visits);
  const auto charts = plots::write_charts(stored.run, findings, stored.directory);
  for (const auto& file : charts.files) fmt::print("{}\n", file.string());
  notice_all(charts.notices);
  return all_valid(findings) ? ExitCode::ok : ExitCode::invalid;
}

}  // namespace joust::suites::cli
