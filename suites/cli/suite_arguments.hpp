// The arguments that `run` and `plan` share: which suite, what of it, in which order.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "suites/plan/plan.hpp"
#include "suites/plan/suite.hpp"

namespace joust::suites::cli {

struct SuiteArguments {
  std::vector<std::string> suites;
  SuiteOverrides overrides;
  std::optional<std::uint64_t> seed;

  void add_to(CLI::App& parser);
};

struct PlannedSuite {
  Suite suite;
  Plan plan;
};

/// Reads one suite and plans it against what is installed; absent contenders are noticed.
PlannedSuite plan_suite(const std::string& name, const SuiteArguments& arguments,
                        const Catalogue& catalogue);

/// The known suites, a line each.
std::string list_of_suites();

}  // namespace joust::suites::cli
