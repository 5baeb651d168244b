// What every command of the suite runner is made of: a subcommand of the parser and what it does.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "base/exit_code.hpp"

namespace joust::suites::cli {

struct Command {
  CLI::App* parser = nullptr;  // owned by the program's parser
  /// Called with the program's arguments when the subcommand was given; may throw Error.
  std::function<ExitCode(const std::vector<std::string>& argv)> execute;
};

Command add_run_command(CLI::App& program);
Command add_plan_command(CLI::App& program);
Command add_report_command(CLI::App& program);
Command add_plot_command(CLI::App& program);
Command add_show_command(CLI::App& program);
Command add_servers_command(CLI::App& program);
Command add_clients_command(CLI::App& program);

}  // namespace joust::suites::cli
