#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <memory>

#include "base/clock.hpp"
#include "results/store/run_directory.hpp"
#include "suites/cli/collection.hpp"
#include "suites/cli/command.hpp"
#include "suites/cli/console.hpp"
#include "suites/cli/measuring.hpp"

namespace joust::suites::cli {
namespace {

namespace fs = std::filesystem;

struct RunArguments {
  SuiteArguments suites;
  std::string out;
  std::string resume;
  bool allow_noise = false;
  bool quiet = false;

  bool many() const { return suites.suites.size() > 1; }
};

/// --out, or results/runs/<suite>/<UTC time> below the current folder, never one that exists.
fs::path fresh_directory(const RunArguments& arguments, const std::string& suite) {
  if (!arguments.out.empty()) return arguments.out;
  const fs::path stem = fs::path("results/runs") / (arguments.many() ? "all" : suite) /
                        utc_compact(std::chrono::system_clock::now());
  fs::path directory = stem;
  for (int number = 2; fs::exists(directory); ++number) {
    directory = fmt::format("{}-{}", stem.string(), number);
  }
  return directory;
}

using OneRun = ExitCode (Measuring::*)(const fs::path&) const;

/// Carries out every run of a collection; the index is true after each of them.
ExitCode carry_out_all(const Measuring& measuring, const fs::path& folder, OneRun one) {
  ExitCode worst = ExitCode::ok;
  for (const auto& run : runs_of_collection(folder)) {
    worst = worse_of(worst, (measuring.*one)(run));
    write_index(folder);
    if (measuring.stopped()) break;
  }
  fmt::print("Index:  {}\n", (folder / "index.md").string());
  return worst;
}

ExitCode resume(const RunArguments& arguments) {
  const Measuring measuring(arguments.quiet);
  if (runs_of_collection(arguments.resume).empty()) return measuring.resume(arguments.resume);
  return carry_out_all(measuring, arguments.resume, &Measuring::resume);
}

ExitCode begin(const RunArguments& arguments, const std::vector<std::string>& argv) {
  const Measuring measuring(arguments.quiet);
  std::vector<PlannedSuite> all;
  for (const auto& name : arguments.suites.suites) {
    all.push_back(plan_suite(name, arguments.suites, measuring.catalogue()));
  }
  const fs::path directory = fresh_directory(arguments, all.front().suite.name);
  for (const auto& planned : all) {
    const auto run = arguments.many() ? directory / planned.suite.name : directory;
    measuring.prepare(planned, run, argv, arguments.allow_noise);
  }
  const ExitCode code = arguments.many() ? carry_out_all(measuring, directory, &Measuring::go_on)
                                         : measuring.go_on(directory);
  if (arguments.out.empty()) {
    const auto notice = store::update_latest_link("results/latest", directory);
    if (!notice.empty()) print_notice(notice);
  }
  return code;
}

ExitCode run(const RunArguments& arguments, const std::vector<std::string>& argv) {
  if (!arguments.resume.empty()) return resume(arguments);
  if (!arguments.suites.suites.empty()) return begin(arguments, argv);
  fmt::print("{}", list_of_suites());
  return ExitCode::ok;
}

}  // namespace

Command add_run_command(CLI::App& program) {
  auto* parser = program.add_subcommand("run", "measure, judge and report one or more suites");
  const auto arguments = std::make_shared<RunArguments>();
  arguments->suites.add_to(*parser);
  parser->add_option("--out", arguments->out,
                     "run directory (default: results/runs/<suite>/<UTC time>); of several suites, "
                     "the folder of their runs");
  parser->add_flag("--allow-noise", arguments->allow_noise,
                   "keep blocks that the machine disturbed, marked, instead of repeating them");
  auto* resume = parser->add_option("--resume", arguments->resume,
                                    "go on with an interrupted run, or a folder of them");
  for (const char* other :
       {"SUITE", "--out", "--blocks", "--only", "--set", "--seed", "--allow-noise"}) {
    resume->excludes(other);
  }
  parser->add_flag("-q,--quiet", arguments->quiet, "no progress lines");
  return {parser,
          [arguments](const std::vector<std::string>& argv) { return run(*arguments, argv); }};
}

}  // namespace joust::suites::cli
