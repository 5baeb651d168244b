#include "servers/site/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>

#include "base/command_line.hpp"
#include "base/error.hpp"

namespace joust::site {
namespace {

constexpr Nanoseconds shortest_patience = std::chrono::milliseconds{1};
// More than anybody waits for, and far from where sums of times overflow.
constexpr Nanoseconds longest_time = std::chrono::hours{10'000};

Nanoseconds time_of(const std::string& text) {
  const Nanoseconds time = parse_duration(text);
  if (time > longest_time) throw user_error("{} is too long; 10000h at the most", text);
  return time;
}

// Zero would mean something else to each library: at once, or never.
Nanoseconds patience_of(const std::string& text) {
  const Nanoseconds time = time_of(text);
  if (time < shortest_patience) throw user_error("{} is too short; 1ms at least", text);
  return time;
}

Nanoseconds burn_of(const std::string& text) {
  const std::uint64_t ns = parse_count(text);
  if (ns > static_cast<std::uint64_t>(longest_time.count())) {
    throw user_error("{} is too long; {} at the most", text, longest_time.count());
  }
  return Nanoseconds(static_cast<std::int64_t>(ns));
}

std::string ignored(const std::string& why) { return "Accepted and ignored: " + why; }

// An option whose text one of base's readers turns into a value; their messages become CLI11's.
template <typename Value, typename Read>
void add_quantity(CLI::App& app, const std::string& name, Value& value, Read read,
                  const std::string& type, const std::string& help) {
  app.add_option_function<std::string>(
         name,
         [&value, read, name](const std::string& text) {
           try {
             value = read(text);
           } catch (const Error& error) {
             throw CLI::ValidationError(name, error.what());
           }
         },
         help)
      ->type_name(type);
}

void describe(CLI::App& app, const Program& program, Options& options) {
  auto* bind = app.add_option("--bind", options.bind, "Numeric address to listen on");
  bind->capture_default_str();
  auto* port = app.add_option("--port", options.port,
                              "Port to listen on; 0: any free one, READY says which");
  port->check(CLI::Range(0, 65535))->capture_default_str();
  app.add_option("--unix", options.unix_path,
                 "Listen on a Unix socket made at this path instead; READY says unix=PATH")
      ->type_name("PATH")
      ->excludes(bind)
      ->excludes(port);
  const bool has_threads = program.threads_ignored.empty();
  app.add_option("--threads", options.threads,
                 has_threads
                     ? "Event loops, each with its own listening socket (one for all with --unix)"
                     : ignored(program.threads_ignored))
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  if (!program.prepared_help.empty()) {
    app.add_flag("--prepared", options.prepared, program.prepared_help);
  }
  app.add_option("--root", options.root, "Folder of the files to serve (none: no files)");
  app.add_option("--backlog", options.backlog, "Connections that may wait to be accepted")
      ->check(CLI::Range(1, 65535))
      ->capture_default_str();
  add_quantity(app, "--max-body", options.max_body, parse_bytes, "SIZE",
               "Largest body of a request [8MiB]");
  add_quantity(app, "--idle-timeout", options.idle_timeout, patience_of, "TIME",
               "Silence after which a connection is closed [60s]");
  add_quantity(app, "--header-timeout", options.header_timeout, patience_of, "TIME",
               program.header_timeout_ignored.empty() ? "Time for a request's head to come in [10s]"
                                                      : ignored(program.header_timeout_ignored));
  add_quantity(app, "--max-connections", options.max_connections, parse_count, "N",
               "Open connections beyond which none is accepted [as descriptors allow]");
  add_quantity(app, "--burn-ns", options.burn, burn_of, "N",
               "CPU time to spend on every request, in nanoseconds [0]");
  add_quantity(app, "--delay", options.delay, time_of, "TIME", "Wait before every answer [0ns]");
}

}  // namespace

std::optional<Options> parse_options(const Program& program, int argc, const char* const* argv) {
  Options options;
  CLI::App app(program.summary, program.name);
  app.set_version_flag("--version", program.name + " " + program.version);
  describe(app, program, options);
  if (!parse_command_line(app, argc, argv)) return std::nullopt;
  if (!program.threads_ignored.empty()) options.threads = 1;
  return options;
}

std::uint64_t most_connections(const Options& options, std::uint64_t open_file_limit) {
  // Documents may hold 128 a thread; sockets, pipes and epoll some more. A third has to do where
  // that is much, but some ten are open before the first client comes.
  const std::uint64_t wanted = 32 + std::uint64_t{160} * options.threads;
  const std::uint64_t reserve = std::min(wanted, std::max<std::uint64_t>(16, open_file_limit / 3));
  const std::uint64_t possible = open_file_limit > reserve ? open_file_limit - reserve : 1;
  return options.max_connections > 0 ? std::min(possible, options.max_connections) : possible;
}

}  // namespace joust::site
