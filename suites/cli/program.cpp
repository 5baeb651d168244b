#include "suites/cli/program.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <iostream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/nearest_word.hpp"
#include "base/version.hpp"
#include "suites/cli/command.hpp"

namespace joust::suites::cli {
namespace {

std::vector<std::string> known_words(const CLI::App& parser) {
  std::vector<std::string> words;
  for (const auto* option : parser.get_options())
    for (const auto& name : option->get_lnames()) words.push_back("--" + name);
  for (const auto* command : parser.get_subcommands([](const CLI::App*) { return true; }))
    words.push_back(command->get_name());
  return words;
}

/// The first argument that no command or option is called, quoted, with the nearest word known.
std::string hint_for(const CLI::App& program, int argc, char** argv) {
  const auto chosen = program.get_subcommands();
  const CLI::App& parser = chosen.empty() ? program : *chosen.front();
  const auto words = known_words(parser);
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::string word = argument.substr(0, argument.find('='));
    const bool is_word = word.starts_with("--") || (chosen.empty() && i == 1);
    if (is_word && std::find(words.begin(), words.end(), word) == words.end()) {
      return fmt::format(" ('{}' is not known{})", word, did_you_mean(word, words));
    }
  }
  return "";
}

ExitCode execute_chosen(const std::vector<Command>& commands,
                        const std::vector<std::string>& argv) {
  for (const auto& command : commands)
    if (command.parser->parsed()) return command.execute(argv);
  return ExitCode::ok;
}

int report_parse_error(const CLI::App& program, const CLI::ParseError& error, int argc,
                       char** argv) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success))
    return program.exit(error);  // --help and --version
  std::cerr << "joust: " << error.what() << hint_for(program, argc, argv)
            << "\nRun with --help to see what is accepted.\n";
  return static_cast<int>(ExitCode::user_input);
}

}  // namespace

int run_program(int argc, char** argv) {
  CLI::App program(
      "Compares HTTP servers and HTTP clients: which is faster, by how much, how sure.", "joust");
  program.set_version_flag("--version", "joust " + std::string(version()));
  program.require_subcommand(1);
  const std::vector<Command> commands = {
      add_run_command(program),     add_plan_command(program), add_report_command(program),
      add_plot_command(program),    add_show_command(program), add_servers_command(program),
      add_clients_command(program),
  };
  try {
    program.parse(argc, argv);
    return static_cast<int>(execute_chosen(commands, {argv, argv + argc}));
  } catch (const CLI::ParseError& error) {
    return report_parse_error(program, error, argc, argv);
  } catch (const Error& error) {
    std::cerr << "joust: " << error.what() << "\n";
    return static_cast<int>(error.exit_code());
  } catch (const std::exception& error) {
    std::cerr << "joust: unexpected: " << error.what() << "\n";
    return static_cast<int>(ExitCode::machine);
  }
}

}  // namespace joust::suites::cli
