// From Suite to Design: contenders that can run here, cells, blocks in balanced order.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "results/model/run.hpp"
#include "suites/catalogue/catalogue.hpp"
#include "suites/plan/suite.hpp"

namespace joust::suites {

struct Plan {
  Design design;
  /// Contenders of the suite that cannot run here: left out, each with why and how to get it.
  struct Absent {
    std::string contender;
    std::string why_not;
  };
  std::vector<Absent> absent;
};

/// Pure, given what is installed. Error{user_input} when nothing is left to compare, or the
/// reference is absent. `availability` is injected (tests; availability_of otherwise).
struct Installed {
  std::function<Availability(const ServerEntry&)> server;
  std::function<Availability(const ClientEntry&)> client;
};
Plan make_plan(const Suite& suite, const Catalogue& catalogue, std::uint64_t seed,
               const Installed& installed);

/// Seconds of warm-up and window in all: the lower bound of the run's time.
Nanoseconds measuring_time(const Design& design);

}  // namespace joust::suites
