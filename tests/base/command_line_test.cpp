#include "base/command_line.hpp"

#include <CLI/CLI.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "tests/support/catch.hpp"

namespace joust {
namespace {

/// What a small program says of these arguments; "" where it takes them.
std::string complaint(std::vector<const char*> arguments) {
  CLI::App program("A program.", "tool");
  int port = 0;
  program.add_option("-p,--port", port, "a number");
  CLI::App* run = program.add_subcommand("run", "runs");
  bool quiet = false;
  run->add_flag("--quiet", quiet, "says less");
  program.require_subcommand(1);
  arguments.insert(arguments.begin(), "tool");
  try {
    parse_command_line(program, static_cast<int>(arguments.size()), arguments.data());
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::user_input);
    return error.what();
  }
  return "";
}

TEST_CASE("an unknown word of the command line is told with the nearest known one") {
  CHECK(complaint({"--prot", "8", "run"}) ==
        "'--prot' is not known; did you mean '--port'? See tool --help");
  CHECK(complaint({"--prot=8", "run"}) ==
        "'--prot' is not known; did you mean '--port'? See tool --help");
  CHECK(complaint({"rum"}) == "'rum' is not known; did you mean 'run'? See tool --help");
  CHECK(complaint({"--run"}) == "'--run' is not known; see tool --help");
  CHECK(complaint({"run", "--quite"}) ==
        "'--quite' is not known; did you mean '--quiet'? See tool run --help");
  CHECK(complaint({"run", "--nothing-like-it"}) ==
        "'--nothing-like-it' is not known; see tool run --help");
}

TEST_CASE("what is missing or cannot be read of the command line is told on one line") {
  for (const auto& arguments :
       std::vector<std::vector<const char*>>{{}, {"--port"}, {"--port", "x", "run"}}) {
    const std::string text = complaint(arguments);
    INFO(text);
    CHECK(text.find("; see tool") != std::string::npos);
    CHECK(text.find('\n') == std::string::npos);
  }
  CHECK(complaint({"--port", "x", "run"}).find("--port") != std::string::npos);
  CHECK(complaint({"--port", "8", "run", "--quiet"}).empty());
}

TEST_CASE("a program ends with the exit code of its body or of what the body throws") {
  CHECK(run_reporting_errors("tool", [] { return ExitCode::undecided; }) == 3);
  CHECK(run_reporting_errors("tool", []() -> ExitCode { throw user_error("a bad word"); }) == 2);
  CHECK(run_reporting_errors("tool", []() -> ExitCode { throw machine_error("a full disk"); }) ==
        6);
  CHECK(run_reporting_errors(
            "tool", []() -> ExitCode { throw std::runtime_error("never heard of"); }) == 6);
}

}  // namespace
}  // namespace joust
