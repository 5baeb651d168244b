// A folder with suites and catalogue entries of its own, in which the built programs are run.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/subprocess.hpp"
#include "tests/support/temporary_folder.hpp"

namespace joust::e2e {

/// Where the built programs are.
std::string program(std::string_view name);

class Workshop {
 public:
  Workshop();

  /// Writes joust/servers/NAME.toml: a server started through the shell. `script` may use {root}
  /// and {port}.
  void add_shell_server(std::string_view name, std::string_view script,
                        std::string_view more = "") const;
  /// Writes joust/suites/NAME.toml.
  void add_suite(std::string_view name, std::string_view text) const;

  /// `joust ARGUMENTS...` run here, to its end.
  test::Finished joust(const std::vector<std::string>& arguments) const;
  test::Command joust_command(const std::vector<std::string>& arguments) const;

  /// Processes started here that still run.
  std::vector<pid_t> left_running() const;

  const std::filesystem::path& path() const { return folder_.path(); }

 private:
  test::TemporaryFolder folder_;
};

/// A suite of two blocks of 150 ms windows over `servers` (TOML list), with evhttp as reference: on
/// a busy machine a program may get no CPU for tens of milliseconds.
std::string tiny_suite(std::string_view servers, std::string_view connections = "[1, 4]");

}  // namespace joust::e2e
