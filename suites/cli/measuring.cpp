#include "suites/cli/measuring.hpp"

#include <csignal>
#include <fmt/format.h>
#include <optional>

#include "base/clock.hpp"
#include "base/live_line.hpp"
#include "base/posix.hpp"
#include "results/store/run_directory.hpp"
#include "suites/cli/console.hpp"
#include "suites/cli/reporting.hpp"
#include "suites/cli/run_progress.hpp"
#include "suites/run/run_suite.hpp"

namespace joust::suites::cli {
namespace {

namespace fs = std::filesystem;

ExitCode exit_code_of(Ending ending) {
  switch (ending) {
    case Ending::complete:
      return ExitCode::ok;
    case Ending::interrupted:
      return ExitCode::interrupted;
    case Ending::too_noisy:
      return ExitCode::invalid;
  }
  return ExitCode::invalid;
}

/// The suite file that the run was made of, as it is today: by the path it was given by, or its
/// name.
std::optional<std::string> suite_text_now(const Run& run) {
  for (const fs::path argument : run.argv) {
    if (argument.extension() != ".toml" || argument.stem() != run.suite_name) continue;
    if (!fs::exists(argument)) return std::nullopt;
    return posix::read_file(argument);
  }
  for (const auto& path : known_suites()) {
    if (path.stem() == run.suite_name) return posix::read_file(path);
  }
  return std::nullopt;
}

}  // namespace

Measuring::Measuring(bool quiet)
    : stop_({SIGINT, SIGTERM, SIGHUP}), catalogue_(load_catalogue()), quiet_(quiet) {}

void Measuring::prepare(const PlannedSuite& planned, const fs::path& directory,
                        const std::vector<std::string>& argv, bool allow_noise) const {
  const Design& design = planned.plan.design;
  prepare_run({planned.suite, planned.plan, catalogue_, directory, argv, allow_noise});
  if (quiet_) return;
  fmt::print(stderr, "{}: {} contenders, {} cells, {} blocks; at least {} of measuring, into {}\n",
             planned.suite.title, design.contenders.size(), design.cells.size(), design.blocks,
             format_duration(measuring_time(design)), directory.string());
}

ExitCode Measuring::go_on(const fs::path& directory) const {
  const auto stored = store::read_run(directory);
  for (const auto& notice : stored.notices) print_notice(notice);
  const Ending ending = make_missing_visits(stored);
  return worse_of(report(store::read_run(directory)), exit_code_of(ending));
}

Ending Measuring::make_missing_visits(const store::StoredRun& stored) const {
  LiveLine line = LiveLine::on_stderr();
  RunProgress shown(line, stored.run.design.blocks, monotonic_ns());
  RunHooks hooks;
  hooks.stop_requested = [this] { return stopped(); };
  if (!quiet_) {
    hooks.progress = [&shown](const ExecutorProgress& progress) {
      shown.show(progress, monotonic_ns());
    };
  }
  hooks.notice = [&line](std::string_view text) { line.print(notice_of(text)); };
  return resume_suite({stored, catalogue_, std::nullopt}, hooks).ending;
}

ExitCode Measuring::resume(const fs::path& directory) const {
  const auto stored = store::read_run(directory);
  require_unchanged({stored, catalogue_, suite_text_now(stored.run)});
  return go_on(directory);
}

}  // namespace joust::suites::cli
