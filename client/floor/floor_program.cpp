#include "client/floor/floor_program.hpp"

#include <CLI/CLI.hpp>
#include <csignal>
#include <fmt/format.h>
#include <string>

#include "base/command_line.hpp"
#include "base/error.hpp"
#include "base/posix.hpp"
#include "base/stop_signal.hpp"
#include "base/units.hpp"
#include "base/version.hpp"
#include "client/floor/bare_loop.hpp"
#include "client/http/fetch.hpp"
#include "client/http/request.hpp"
#include "client/http/url.hpp"

namespace joust::client {
namespace {

struct Arguments {
  std::string url;
  std::string connections = "10";
  std::string duration = "10s";
};

/// Asked once, before the load: the bare loop can only count bytes.
std::uint64_t answer_bytes(const std::string& url) {
  FetchRequest request;
  request.url = url;
  const FetchOutcome outcome = fetch(request);
  if (!outcome.answer) throw machine_error("{}: {}", url, outcome.problem);
  const FetchedAnswer& answer = *outcome.answer;
  if (answer.status != 200) throw user_error("{}: the answer is a {}", url, answer.status);
  for (const Header& header : answer.headers)
    if (same_name(header.name, "transfer-encoding"))
      throw user_error("{}: a chunked answer has no length to count to", url);
  return answer.head.size() + answer.body.size();
}

void load(const Arguments& arguments) {
  const StopSignal stop({SIGINT, SIGTERM});
  const Url url = parse_url(arguments.url);
  BareLoad load;
  load.connections =
      with_context("--connections", [&] { return parse_count(arguments.connections); });
  load.duration = with_context("--duration", [&] { return parse_duration(arguments.duration); });
  constexpr std::size_t other_files = 64;
  const std::uint64_t limit = posix::raise_open_file_limit();
  if (load.connections == 0 || load.connections + other_files > limit)
    throw user_error("--connections {}: expected 1 to {} (the limit of open files)",
                     load.connections, limit - other_files);
  load.answer_bytes = answer_bytes(arguments.url);
  load.endpoint = resolve(url).front();
  load.request = render_request(url, {});
  const BareCounts counts = run_bare_loop(load, stop);
  fmt::print("{} answers of {} bytes in {:.3f} s\n", counts.answers, load.answer_bytes,
             static_cast<double>(counts.elapsed_ns) / 1e9);
}

}  // namespace

int run_floor(int argc, char** argv) {
  return run_reporting_errors("joust-floor", [&] {
    CLI::App app("The bare loop that load clients are compared with.", "joust-floor");
    Arguments arguments;
    app.set_version_flag("--version", "joust-floor " + std::string(version()));
    app.add_option("URL", arguments.url, "http://host[:port]/path or unix:/socket:/path")
        ->required();
    app.add_option("-c,--connections", arguments.connections,
                   "connections, each with one request at a time (10)");
    app.add_option("-d,--duration", arguments.duration, "load so long (10s)");
    if (parse_command_line(app, argc, argv)) load(arguments);
    return ExitCode::ok;
  });
}

}  // namespace joust::client
