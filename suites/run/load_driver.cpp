#include "suites/run/load_driver.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/posix.hpp"
#include "base/sha256.hpp"
#include "base/units.hpp"
#include "results/store/json_text.hpp"
#include "suites/catalogue/catalogue.hpp"
#include "suites/catalogue/placeholders.hpp"
#include "suites/run/preflight.hpp"
#include "suites/run/scratch_file.hpp"

namespace joust::suites {
namespace {

// A signal wakes the wait at once; this is for one that came just before it began.
constexpr Nanoseconds longest_wait = std::chrono::milliseconds{250};

/// "" when the client ended by itself in time, else why it did not.
std::string await_end(GuardedProcess& client, const LoadSetup& setup) {
  const Nanoseconds allowed = deadline_of(setup.plan);
  const std::int64_t deadline = monotonic_ns() + allowed.count();
  for (;;) {
    const Nanoseconds left{deadline - monotonic_ns()};
    if (left.count() <= 0) {
      return fmt::format("it was not done within {}", format_duration(allowed));
    }
    if (client.wait_for_exit(std::min(left, longest_wait))) return {};
    if (setup.stop_requested && setup.stop_requested()) {
      throw Error{ErrorKind::interrupted, "stopped while a load client was at work"};
    }
  }
}

std::string last_line(const std::string& text) {
  std::string lines = text;
  while (!lines.empty() && lines.back() == '\n') lines.pop_back();
  const std::size_t at = lines.rfind('\n');
  return at == std::string::npos ? lines : lines.substr(at + 1);
}

}  // namespace

LoadPlan load_plan_for(const Design& design, const Cell& cell, const std::string& url,
                       const std::string& body, std::optional<pid_t> server,
                       const std::vector<int>& client_cpus) {
  LoadPlan plan;
  plan.connections = cell.connections;
  plan.threads = cell.client_threads;
  plan.requests = design.requests;
  plan.duration = design.measure;
  plan.warmup = design.warmup;
  plan.keepalive = cell.keepalive;
  const client::FetchRequest request = request_for(cell.document, url);
  plan.url = request.url;
  plan.method = request.method;
  plan.headers = request.headers;
  plan.body = request.body;
  plan.check = CheckLevel::full;
  plan.expect_status = {200};
  if (expected_body(cell.document)) {
    plan.expect_bytes = Bytes{body.size()};
    plan.expect_sha256 = sha256_hex(body);
  } else {
    plan.variable_length = true;  // made per request: only the server knows it
  }
  plan.cpus = client_cpus;
  if (server) plan.watch_pid = *server;
  return plan;
}

Nanoseconds deadline_of(const LoadPlan& plan) {
  constexpr Nanoseconds slack = std::chrono::seconds{10};
  // A window of N answers ends when they are there: only a server that hangs takes this long.
  const Nanoseconds window = plan.duration.value_or(std::chrono::minutes{10});
  return plan.warmup + window + plan.connect_timeout + plan.timeout + plan.drain + slack;
}

LoadOutcome drive_load(const LoadSetup& setup) {
  const std::filesystem::path plan_file = setup.work / "plan.json";
  const std::filesystem::path result_file = setup.work / "result.json";
  write_scratch_file(plan_file, store::to_json(setup.plan));
  Placeholders values;
  values["plan"] = plan_file.string();
  values["result"] = result_file.string();

  GuardedCommand command;
  for (const std::string& word : setup.entry.command) command.argv.push_back(expand(word, values));
  for (const std::string& word : setup.choice.extra_arguments) command.argv.push_back(word);
  LoadOutcome outcome;
  const auto executable = find_executable(command.argv.front());
  if (!executable) {
    outcome.trouble = fmt::format("no program '{}' beside joust or in PATH", command.argv.front());
    return outcome;
  }
  command.executable = *executable;
  command.log = setup.log.file();
  command.cpus = setup.plan.cpus;
  GuardedProcess client{command};
  if (!client.start_failure().empty()) {
    outcome.trouble = client.start_failure();
    return outcome;
  }
  outcome.trouble = await_end(client, setup);
  outcome.end = client.kill();  // what it may have left behind; it has ended, or is too late
  if (!outcome.trouble.empty()) return outcome;

  // The exit status speaks of failed requests too: what counts is whether there is a result.
  std::error_code missing;
  if (!std::filesystem::exists(result_file, missing)) {
    const std::string words = last_line(setup.log.tail());
    outcome.trouble =
        fmt::format("it gave no result ({}){}{}", describe_wait_status(outcome.end->wait_status),
                    words.empty() ? "" : ": ", words);
    return outcome;
  }
  try {
    outcome.result =
        store::load_result_from_json(posix::read_file(result_file), result_file.string());
  } catch (const Error& error) {
    outcome.trouble = fmt::format("its result cannot be read: {}", error.what());
  }
  return outcome;
}

}  // namespace joust::suites
