// May an interrupted run go on here? Only on the same machine, with the same programs and suite:
// otherwise its blocks would not be comparable. Reads, compares, decides nothing else.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "results/model/environment.hpp"
#include "results/model/run.hpp"
#include "suites/catalogue/catalogue.hpp"

namespace joust::suites {

/// SHA-256 over the executables of both programs; "" where one of them is not here.
std::string build_of(const Contender& contender, const Catalogue& catalogue);

/// What is here now, to compare with what a run recorded.
struct Circumstances {
  Environment environment;
  std::string version;                    // of joust
  std::vector<std::string> builds;        // of the run's contenders, in its order
  std::optional<std::string> suite_text;  // of the suite of that name; none: there is no such file
};

/// Why the run cannot go on, a sentence each; none: it can.
std::vector<std::string> changes_since(const Run& run, const Circumstances& now);

}  // namespace joust::suites
