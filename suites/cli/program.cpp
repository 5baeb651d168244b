#include "suites/cli/program.hpp"

#include <string>
#include <vector>

#include "base/command_line.hpp"
#include "base/version.hpp"
#include "suites/cli/command.hpp"

namespace joust::suites::cli {
namespace {

ExitCode execute_chosen(const std::vector<Command>& commands,
                        const std::vector<std::string>& argv) {
  for (const auto& command : commands)
    if (command.parser->parsed()) return command.execute(argv);
  return ExitCode::ok;
}

}  // namespace

int run_program(int argc, char** argv) {
  return run_reporting_errors("joust", [&] {
    CLI::App program(
        "Compares HTTP servers and HTTP clients: which is faster, by how much, how sure.", "joust");
    program.set_version_flag("--version", "joust " + std::string(version()));
    program.require_subcommand(1);
    const std::vector<Command> commands = {
        add_run_command(program),     add_plan_command(program), add_report_command(program),
        add_plot_command(program),    add_show_command(program), add_servers_command(program),
        add_clients_command(program),
    };
    if (!parse_command_line(program, argc, argv)) return ExitCode::ok;
    return execute_chosen(commands, {argv, argv + argc});
  });
}

}  // namespace joust::suites::cli
