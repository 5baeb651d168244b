#include "suites/cli/show_products.hpp"

#include <fmt/format.h>

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

}  // namespace

ExitCode show_products(const store::StoredRun& stored, const Products& products) {
  fmt::print("{}\n", products.text_table);
  for (const auto& sentence : products.sentences) fmt::print("{}\n", sentence);
  if (!products.sentences.empty()) fmt::print("\n");
  const auto& findings = products.findings;
  for (const auto& notice : findings.notices) fmt::print("{}\n", notice);
  if (findings.blocks_dropped > 0)
    fmt::print("{} blocks were disturbed and left out.\n", findings.blocks_dropped);
  if (!all_valid(findings)) print_shortfall(findings);
  fmt::print("Run:    {}\nTables: {}\n", stored.directory.string(),
             (stored.directory / "tables").string());
  return all_valid(findings) ? ExitCode::ok : ExitCode::invalid;
}

}  // namespace joust::suites::cli
