#include <fmt/format.h>
#include <memory>
#include <string>

#include "results/store/run_directory.hpp"
#include "suites/cli/command.hpp"
#include "suites/cli/console.hpp"
#include "suites/cli/show_products.hpp"
#include "suites/judge/products.hpp"

namespace joust::suites::cli {

Command add_report_command(CLI::App& program) {
  auto* parser =
      program.add_subcommand("report", "redo tables and summary from a run's stored visits");
  const auto directory = std::make_shared<std::string>();
  parser->add_option("DIR", *directory, "run directory, or a link to one (results/latest)")
      ->required();
  return {parser, [directory](const std::vector<std::string>&) {
            const auto stored = store::read_run(*directory);
            for (const auto& notice : stored.notices) ProgressLines::notice(notice);
            return show_products(stored, write_products(stored, stdout_width()));
          }};
}

}  // namespace joust::suites::cli
