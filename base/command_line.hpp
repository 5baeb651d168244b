// What every program does with its command line and with the errors it ends with: the same words,
// on one line. Knows no option of any program.
#pragma once

#include <functional>
#include <string>

#include "base/exit_code.hpp"

namespace CLI {
class App;
}

namespace joust {

/// False: --help or --version was asked for and is printed. Error{user_input}: what is wrong, the
/// nearest known word where one is unknown, and what lists the options.
bool parse_command_line(CLI::App& program, int argc, const char* const* argv);

/// The exit code of `body`. What it throws is written to standard error, one line that begins with
/// the program's name: an Error gives the exit code, any other exception ExitCode::machine.
int run_reporting_errors(const std::string& program, const std::function<ExitCode()>& body);

}  // namespace joust
