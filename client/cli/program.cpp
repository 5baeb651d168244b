#include "client/cli/program.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <string_view>
#include <unistd.h>

#include "base/command_line.hpp"
#include "base/error.hpp"
#include "base/live_line.hpp"
#include "base/posix.hpp"
#include "base/stop_signal.hpp"
#include "base/units.hpp"
#include "client/cli/load_progress.hpp"
#include "client/cli/options.hpp"
#include "client/cli/output_files.hpp"
#include "client/http/endpoint.hpp"
#include "client/http/url.hpp"
#include "client/load/load_generator.hpp"
#include "client/load/objective.hpp"

namespace joust::client::cli {
namespace {

void print(std::FILE* stream, std::string_view text) {
  const bool whole =
      std::fwrite(text.data(), 1, text.size(), stream) == text.size() && std::fflush(stream) == 0;
  if (!whole && stream == stdout) throw os_error(errno, "writing the result to standard output");
}

/// Where to look for the fault when nothing was ever reached.
void say_what_was_tried(const LoadResult& result) {
  if (result.connections.opened > 0 || result.requests.failed == 0) return;
  const Url url = parse_url(result.target.url);
  std::string tried;
  for (const Endpoint& endpoint : resolve(url))
    tried += (tried.empty() ? "" : ", ") + endpoint.text();
  print(stderr, fmt::format("joust-load: no connection to {} could be opened; tried {}\n",
                            url.is_unix() ? "the socket" : url.host_field, tried));
}

ExitCode exit_code_of(const LoadResult& result, const Options& options, bool interrupted) {
  ExitCode code = ExitCode::ok;
  if (!broken_objectives(result).empty()) code = worse_of(code, ExitCode::failed);
  if (options.strict && result.validity != Validity::valid)
    code = worse_of(code, ExitCode::invalid);
  if (interrupted) code = worse_of(code, ExitCode::interrupted);
  return code;
}

LoadResult run_with_outputs(const Options& options, const StopSignal& stop) {
  LiveLine line = LiveLine::on_stderr();
  LoadProgress progress(line);
  OutputFiles files(options);
  LoadHooks hooks;
  hooks.stop_requested = [&stop] {
    // A second signal means now: no drain, no report.
    if (stop.count() > 1) std::_Exit(static_cast<int>(ExitCode::interrupted));
    return stop.requested();
  };
  const bool live = line.is_live() && !options.quiet;
  if (!options.quiet) hooks.progress = [&](const Progress& now) { progress.show(now); };
  if (live || options.series_file)
    hooks.interval = [&](const Interval& interval) {
      progress.take(interval);
      files.add(interval);
    };
  std::vector<Sample> samples;
  if (options.samples_file)
    hooks.samples = [&](std::vector<Sample> all) { samples = std::move(all); };
  const LoadResult result = run_load(options.plan, hooks);
  line.clear();
  print(stdout, formatted(result, options.format));
  files.write(result, samples);
  return result;
}

ExitCode load(const Options& options) {
  const StopSignal stop({SIGINT, SIGTERM});
  const LoadResult result = run_with_outputs(options, stop);
  say_what_was_tried(result);
  if (options.plan.slo_p99 || options.plan.max_failed)
    for (const std::string& problem : broken_objectives(result))
      print(stderr, fmt::format("joust-load: {}\n", problem));
  return exit_code_of(result, options, stop.requested());
}

}  // namespace

int run_program(int argc, char** argv) {
  // A closed pipe is an error of the write, not the end of the process.
  std::signal(SIGPIPE, SIG_IGN);
  return run_reporting_errors("joust-load", [&] {
    const auto options = parse_options(argc, argv);
    return options ? load(*options) : ExitCode::ok;
  });
}

}  // namespace joust::client::cli
