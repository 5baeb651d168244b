#include "tests/e2e/comma_locale.hpp"

#include "tests/support/subprocess.hpp"

namespace joust::e2e {
namespace {

/// The shell's printf asks the C library, as everybody does.
bool prints_comma(const CommaLocale& locale) {
  test::Command command;
  command.argv = {"/usr/bin/env", "printf", "%.1f", "1,5"};
  command.environment = locale.environment;
  command.environment.emplace_back("LC_ALL", locale.name);
  return test::run_to_end(command).out == "1,5";
}

}  // namespace

std::optional<CommaLocale> comma_locale(const test::TemporaryFolder& folder) {
  const auto path = folder / "de_DE.UTF-8";
  test::Command command;
  command.argv = {"localedef", "-i", "de_DE", "-f", "UTF-8", path.string()};
  test::run_to_end(command);  // its failure shows in what is printed
  const CommaLocale generated{"de_DE.UTF-8", {{"LOCPATH", folder.path().string()}}};
  if (prints_comma(generated)) return generated;
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "es_ES.UTF-8"}) {
    const CommaLocale installed{name, {}};
    if (prints_comma(installed)) return installed;
  }
  return std::nullopt;
}

}  // namespace joust::e2e
