#include <memory>
#include <string>

#include "results/store/run_directory.hpp"
#include "suites/cli/command.hpp"
#include "suites/cli/reporting.hpp"

namespace joust::suites::cli {
namespace {

/// A command that does something with one stored run.
Command over_stored_run(CLI::App& program, const std::string& name, const std::string& summary,
                        ExitCode (*act)(const store::StoredRun&)) {
  auto* parser = program.add_subcommand(name, summary);
  const auto directory = std::make_shared<std::string>();
  parser->add_option("DIR", *directory, "run directory, or a link to one (results/latest)")
      ->required();
  return {parser, [directory, act](const std::vector<std::string>&) {
            return act(store::read_run(*directory));
          }};
}

}  // namespace

Command add_report_command(CLI::App& program) {
  return over_stored_run(program, "report",
                         "redo tables, summary and charts from a run's stored visits", report);
}

Command add_plot_command(CLI::App& program) {
  return over_stored_run(program, "plot", "redo the charts from a run's stored visits", redraw);
}

}  // namespace joust::suites::cli
