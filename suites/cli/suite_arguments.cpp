#include "suites/cli/suite_arguments.hpp"

#include <fmt/format.h>
#include <random>

#include "suites/cli/console.hpp"

namespace joust::suites::cli {

void SuiteArguments::add_to(CLI::App& parser) {
  parser.add_option("SUITE", suites, "suite names or files; none lists what there is");
  parser.add_option("--blocks", overrides.blocks, "blocks a cell, instead of the suite's");
  parser
      .add_option("--only", overrides.only,
                  "keep matching parts only: connections=10, server=evhttp, bytes=52")
      ->type_name("K=V")
      ->allow_extra_args(false);
  parser.add_option("--set", overrides.set, "set a key of the suite: connections=1,10")
      ->type_name("K=V")
      ->allow_extra_args(false);
  parser.add_option("--seed", seed, "seed of the order, for the same plan again");
}

PlannedSuite plan_suite(const std::string& name, const SuiteArguments& arguments,
                        const Catalogue& catalogue) {
  Suite suite = load_suite(name, catalogue, arguments.overrides);
  const auto seed = arguments.seed.value_or(std::random_device{}());
  const Installed installed{[](const ServerEntry& entry) { return availability_of(entry); },
                            [](const ClientEntry& entry) { return availability_of(entry); }};
  Plan plan = make_plan(suite, catalogue, seed, installed);
  for (const auto& absent : plan.absent)
    print_notice(fmt::format("{} is left out: {}", absent.contender, absent.why_not));
  return {std::move(suite), std::move(plan)};
}

std::string list_of_suites() {
  std::string text = "Suites:\n";
  for (const auto& path : known_suites())
    text += fmt::format("  {:<12} {}\n", path.stem().string(), path.string());
  return text;
}

}  // namespace joust::suites::cli
