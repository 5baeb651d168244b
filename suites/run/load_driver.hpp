// Puts a cell under load: the load client as a child process, its plan and its result as files.
// What the client does wrong is a sentence, never an Error. Judges nothing.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "results/model/cell.hpp"
#include "results/model/contender.hpp"
#include "results/model/load_plan.hpp"
#include "results/model/load_result.hpp"
#include "results/model/run.hpp"
#include "suites/catalogue/client_entry.hpp"
#include "suites/run/guard.hpp"
#include "suites/run/visit_log.hpp"

namespace joust::suites {

/// What a visit asks of the load client. `body`: the verified answer's.
LoadPlan load_plan_for(const Design& design, const Cell& cell, const std::string& url,
                       const std::string& body, std::optional<pid_t> server,
                       const std::vector<int>& client_cpus);

/// The longest a client that keeps to its plan can take.
Nanoseconds deadline_of(const LoadPlan& plan);

struct LoadSetup {
  const ClientEntry& entry;
  const ProgramChoice& choice;
  const LoadPlan& plan;
  std::filesystem::path work;  // for the two files, empty
  const VisitLog& log;
  std::function<bool()> stop_requested;  // while waiting: Error{interrupted}
};

struct LoadOutcome {
  std::optional<LoadResult> result;
  std::string trouble;         // why there is none
  std::optional<TreeEnd> end;  // nothing when the client could not be started
};

LoadOutcome drive_load(const LoadSetup& setup);

}  // namespace joust::suites
