// A locale with a decimal comma for programs that tests start, whether or not this machine has one.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/temporary_folder.hpp"

namespace joust::e2e {

struct CommaLocale {
  std::string name;
  std::vector<std::pair<std::string, std::string>> environment;  // that makes it known
};

/// Generated below `folder` where the machine can, else one of the machine's own; nothing where it
/// has neither. Proven by a program that prints with it.
std::optional<CommaLocale> comma_locale(const test::TemporaryFolder& folder);

}  // namespace joust::e2e
