#include "base/command_line.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <vector>

#include "base/error.hpp"
#include "base/nearest_word.hpp"

namespace joust {
namespace {

/// Names of the kind that `word` is: options for what begins like one, else commands.
std::vector<std::string> names_like(const std::string& word, const CLI::App& parser) {
  std::vector<std::string> names;
  if (word.starts_with('-')) {
    for (const auto* option : parser.get_options())
      for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  } else {
    for (const auto* command : parser.get_subcommands([](const CLI::App*) { return true; }))
      names.push_back(command->get_name());
  }
  return names;
}

Error refusal(const CLI::App& program, const std::string& why) {
  const auto chosen = program.get_subcommands();
  const bool before_command = chosen.empty() || program.remaining_size() > 0;
  const CLI::App& parser = before_command ? program : *chosen.front();
  const std::string help =
      (before_command ? "" : program.get_name() + " ") + parser.get_name() + " --help";
  const auto unknown = parser.remaining();
  if (unknown.empty()) return user_error("{}; see {}", why, help);
  const std::string word = unknown.front().substr(0, unknown.front().find('='));
  const std::string hint = did_you_mean(word, names_like(word, parser));
  return user_error("'{}' is not known{}{}", word, hint,
                    (hint.empty() ? "; see " : " See ") + help);
}

}  // namespace

bool parse_command_line(CLI::App& program, int argc, const char* const* argv) {
  try {
    program.parse(argc, argv);
    return true;
  } catch (const CLI::Success& asked) {  // --help, --version
    program.exit(asked);
    return false;
  } catch (const CLI::ParseError& error) {
    throw refusal(program, error.what());
  }
}

int run_reporting_errors(const std::string& program, const std::function<ExitCode()>& body) {
  const auto end = [&](ExitCode code, const std::string& why) {
    std::fputs(fmt::format("{}: {}\n", program, why).c_str(), stderr);
    return static_cast<int>(code);
  };
  try {
    return static_cast<int>(body());
  } catch (const Error& error) {
    return end(error.exit_code(), error.what());
  } catch (const std::exception& error) {
    return end(ExitCode::machine, fmt::format("unexpected: {}", error.what()));
  }
}

}  // namespace joust
