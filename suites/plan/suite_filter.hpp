// --only K=V: keeps the matching parts of a suite.
#pragma once

#include <string>
#include <vector>

#include "base/toml_reader.hpp"
#include "suites/plan/suite.hpp"

namespace joust::suites {

/// Narrows the suite by each of `only`; where the reference is left out the first contender that
/// stays takes its place. What is unknown or matches nothing becomes a diagnostic.
void keep_only(Suite& suite, const std::vector<std::string>& only, Diagnostics& diagnostics);

}  // namespace joust::suites
