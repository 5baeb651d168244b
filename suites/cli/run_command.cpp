#include <chrono>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

#include "base/clock.hpp"
#include "base/posix.hpp"
#include "base/stop_signal.hpp"
#include "results/store/run_directory.hpp"
#include "suites/cli/command.hpp"
#include "suites/cli/console.hpp"
#include "suites/cli/reporting.hpp"
#include "suites/cli/suite_arguments.hpp"
#include "suites/run/run_suite.hpp"

namespace joust::suites::cli {
namespace {

namespace fs = std::filesystem;

struct RunArguments {
  SuiteArguments suites;
  std::string out;
  std::string resume;
  bool allow_noise = false;
  bool quiet = false;
};

/// --out, or results/runs/<suite>/<UTC time> below the current folder, never one that exists.
fs::path directory_for(const std::string& suite, const RunArguments& arguments) {
  if (!arguments.out.empty())
    return arguments.suites.suites.size() == 1 ? fs::path(arguments.out)
                                               : fs::path(arguments.out) / suite;
  const fs::path stem =
      fs::path("results/runs") / suite / utc_compact(std::chrono::system_clock::now());
  fs::path directory = stem;
  for (int number = 2; fs::exists(directory); ++number)
    directory = fmt::format("{}-{}", stem.string(), number);
  return directory;
}

void announce(const PlannedSuite& planned, const fs::path& directory) {
  const Design& design = planned.plan.design;
  fmt::print(stderr, "{}: {} contenders, {} cells, {} blocks; at least {} of measuring, into {}\n",
             planned.suite.title, design.contenders.size(), design.cells.size(), design.blocks,
             format_duration(measuring_time(design)), directory.string());
}

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

RunHooks hooks_for(ProgressLines& lines, const StopSignal& stop) {
  RunHooks hooks;
  hooks.stop_requested = [&stop] { return stop.requested(); };
  hooks.progress = [&lines](const ExecutorProgress& progress) { lines.show(progress); };
  hooks.notice = [](std::string_view text) { ProgressLines::notice(text); };
  return hooks;
}

std::optional<std::string> text_of_suite(const std::string& name) {
  for (const auto& path : known_suites()) {
    if (path.stem() == name) return posix::read_file(path);
  }
  return std::nullopt;
}

ExitCode resume(const RunArguments& arguments) {
  const StopSignal stop({SIGINT, SIGTERM, SIGHUP});
  const auto stored = store::read_run(arguments.resume);
  for (const auto& notice : stored.notices) ProgressLines::notice(notice);
  ProgressLines lines(arguments.quiet, stored.run.design.blocks);
  const auto catalogue = load_catalogue();
  const RunOutcome outcome = resume_suite({stored, catalogue, text_of_suite(stored.run.suite_name)},
                                          hooks_for(lines, stop));
  return worse_of(report(store::read_run(arguments.resume)), exit_code_of(outcome.ending));
}

ExitCode run_one(const PlannedSuite& planned, const Catalogue& catalogue,
                 const RunArguments& arguments, const std::vector<std::string>& argv,
                 const StopSignal& stop) {
  const fs::path directory = directory_for(planned.suite.name, arguments);
  if (!arguments.quiet) announce(planned, directory);
  ProgressLines lines(arguments.quiet, planned.plan.design.blocks);
  const RunOutcome outcome =
      run_suite({planned.suite, planned.plan, catalogue, directory, argv, arguments.allow_noise},
                hooks_for(lines, stop));

  const ExitCode reported = report(store::read_run(directory));
  if (arguments.out.empty())
    if (const auto notice = store::update_latest_link("results/latest", directory); !notice.empty())
      ProgressLines::notice(notice);
  return worse_of(reported, exit_code_of(outcome.ending));
}

ExitCode run_all(const RunArguments& arguments, const std::vector<std::string>& argv) {
  if (!arguments.resume.empty()) return resume(arguments);
  if (arguments.suites.suites.empty()) {
    fmt::print("{}", list_of_suites());
    return ExitCode::ok;
  }
  const StopSignal stop({SIGINT, SIGTERM, SIGHUP});
  const auto catalogue = load_catalogue();
  std::vector<PlannedSuite> all;
  for (const auto& name : arguments.suites.suites)
    all.push_back(plan_suite(name, arguments.suites, catalogue));
  ExitCode worst = ExitCode::ok;
  for (const auto& planned : all) {
    worst = worse_of(worst, run_one(planned, catalogue, arguments, argv, stop));
    if (stop.requested()) break;
  }
  return worst;
}

}  // namespace

Command add_run_command(CLI::App& program) {
  auto* parser = program.add_subcommand("run", "measure, judge and report one or more suites");
  const auto arguments = std::make_shared<RunArguments>();
  arguments->suites.add_to(*parser);
  parser->add_option("--out", arguments->out,
                     "run directory (default: results/runs/<suite>/<UTC time>)");
  auto* resume = parser->add_option("--resume", arguments->resume,
                                    "go on with an interrupted run, in its directory");
  for (const char* other : {"SUITE", "--out", "--blocks", "--only", "--set", "--seed"}) {
    resume->excludes(other);
  }
  parser->add_flag("--allow-noise", arguments->allow_noise,
                   "keep blocks that the machine disturbed, marked, instead of repeating them");
  parser->add_flag("-q,--quiet", arguments->quiet, "no progress lines");
  return {parser,
          [arguments](const std::vector<std::string>& argv) { return run_all(*arguments, argv); }};
}

}  // namespace joust::suites::cli
