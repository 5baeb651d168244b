#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

#include "suites/cli/command.hpp"
#include "suites/cli/suite_arguments.hpp"

namespace joust::suites::cli {
namespace {

std::string versioned(const Contender& contender, const Design& design) {
  std::string text = contender.id;
  if (!contender.version.empty()) text += " " + contender.version;
  if (contender.id == design.reference) text += " (reference)";
  if (contender.role == Role::anchor) text += " (anchor)";
  return text;
}

void print_plan(const PlannedSuite& planned) {
  const Design& design = planned.plan.design;
  fmt::print("{}: {}\n", planned.suite.name, planned.suite.title);
  fmt::print("compares {}:\n", name_of(design.compare));
  for (const auto& contender : design.contenders)
    fmt::print("  {}\n", versioned(contender, design));
  fmt::print("in {} cells:\n", design.cells.size());
  for (const auto& cell : design.cells) fmt::print("  {:<24} {}\n", cell.id(), cell.label());
  for (const auto& missing : design.not_applicable)
    fmt::print("  - {} not in {}: {}\n", missing.contender, missing.cell, missing.reason);
  std::size_t visits = 0;
  for (const auto& block : design.schedule) visits += block.order.size();
  fmt::print("{} blocks a cell, {} visits, at least {} of warm-up and windows, seed {}\n",
             design.blocks, visits, format_duration(measuring_time(design)), design.seed);
  fmt::print("order:\n");
  for (const auto& block : design.schedule)
    fmt::print("  sweep {:>3}  {:<24} {}\n", block.sweep + 1, block.cell,
               fmt::join(block.order, " "));
}

}  // namespace

Command add_plan_command(CLI::App& program) {
  auto* parser =
      program.add_subcommand("plan", "what a suite would run, in which order, for how long");
  const auto arguments = std::make_shared<SuiteArguments>();
  arguments->add_to(*parser);
  return {parser, [arguments](const std::vector<std::string>&) {
            if (arguments->suites.empty()) fmt::print("{}", list_of_suites());
            const auto catalogue = load_catalogue();
            for (const auto& name : arguments->suites)
              print_plan(plan_suite(name, *arguments, catalogue));
            return ExitCode::ok;
          }};
}

}  // namespace joust::suites::cli
