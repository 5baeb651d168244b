// Measuring and reporting run directories: what a new run and a resumed one share.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/exit_code.hpp"
#include "base/stop_signal.hpp"
#include "results/store/run_directory.hpp"
#include "suites/catalogue/catalogue.hpp"
#include "suites/cli/suite_arguments.hpp"
#include "suites/run/executor.hpp"

namespace joust::suites::cli {

class Measuring {
 public:
  explicit Measuring(bool quiet);

  const Catalogue& catalogue() const { return catalogue_; }
  bool stopped() const { return stop_.requested(); }

  /// Writes run.json of a planned suite; nothing is measured yet.
  void prepare(const PlannedSuite& planned, const std::filesystem::path& directory,
               const std::vector<std::string>& argv, bool allow_noise) const;

  /// Makes the visits that the run lacks and reports it.
  ExitCode go_on(const std::filesystem::path& directory) const;

  /// As go_on, for a run begun earlier: refused where its visits would not be comparable.
  ExitCode resume(const std::filesystem::path& directory) const;

 private:
  Ending make_missing_visits(const store::StoredRun& stored) const;

  StopSignal stop_;
  Catalogue catalogue_;
  bool quiet_;
};

}  // namespace joust::suites::cli
