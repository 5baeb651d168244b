// Carries out a planned suite on this machine: environment, run directory, site files, visits.
// The facade of this room for the command line. Prints nothing and judges nothing: what happened is
// in the run directory, in the outcome and in the hooks.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/store/run_directory.hpp"
#include "suites/catalogue/catalogue.hpp"
#include "suites/plan/plan.hpp"
#include "suites/plan/suite.hpp"
#include "suites/run/executor.hpp"

namespace joust::suites {

/// Refers to what it is given: all of it must outlive the call.
struct RunRequest {
  const Suite& suite;
  const Plan& plan;
  const Catalogue& catalogue;
  std::filesystem::path directory;  // of this run: must not exist, or be empty
  std::vector<std::string> argv;
  bool allow_noise = false;
};

struct RunHooks {
  /// Asked between and inside visits. The pollers wake on any signal, so a StopSignal is answered
  /// at once; otherwise within a quarter of a second.
  std::function<bool()> stop_requested;
  std::function<void(const ExecutorProgress&)> progress;
  /// A remark worth a line while the run goes on; also collected in the outcome.
  std::function<void(std::string_view)> notice;
};

struct RunOutcome {
  Ending ending = Ending::complete;
  std::filesystem::path directory;
  std::vector<std::string> notices;
};

/// Error{machine} when the runner itself cannot go on (full disk, no folder to work in); visits
/// recorded until then stay. What servers and clients do wrong is recorded in their visits.
RunOutcome run_suite(const RunRequest& request, const RunHooks& hooks);

/// Writes the run's directory and run.json and makes no visit yet: resume_suite makes them.
void prepare_run(const RunRequest& request);

/// Refers to what it is given, as above.
struct ResumeRequest {
  const store::StoredRun& stored;
  const Catalogue& catalogue;
  std::optional<std::string> suite_text;  // of the suite of that name, where it is found
};

/// Error{user_input} when machine, programs or suite are not those of the run, naming what differs.
void require_unchanged(const ResumeRequest& request);

/// Makes the visits that a stored run lacks, in its own order and under its own rules. Throws as
/// run_suite does.
RunOutcome resume_suite(const ResumeRequest& request, const RunHooks& hooks);

}  // namespace joust::suites
