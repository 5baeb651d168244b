#include "suites/run/server_process.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/posix.hpp"
#include "base/units.hpp"
#include "suites/catalogue/catalogue.hpp"
#include "suites/catalogue/placeholders.hpp"
#include "suites/run/preflight.hpp"
#include "suites/run/scratch_file.hpp"

namespace joust::suites {
namespace {

constexpr const char* address = "127.0.0.1";

// Of one probe: a server that accepts and hangs must not keep us from seeing that it has died.
constexpr Nanoseconds probe_timeout = std::chrono::seconds{1};

// Whom a server started by root is to run its workers as: the same user, who can read everything.
std::string user_name() {
  const passwd* entry = getpwuid(geteuid());
  return entry == nullptr ? fmt::format("{}", geteuid()) : std::string{entry->pw_name};
}

Placeholders placeholders_for(const ServerSetup& setup, std::uint16_t port) {
  Placeholders values;
  values["root"] = setup.root.string();
  values["work"] = setup.work.string();
  values["port"] = fmt::format("{}", port);
  values["address"] = address;
  values["threads"] = fmt::format("{}", setup.cell.server_threads);
  values["user"] = user_name();
  if (setup.entry.config_template) {
    values["config"] = (setup.work / setup.entry.config_template->filename()).string();
  }
  return values;
}

std::vector<std::string> command_for(const ServerSetup& setup, const Placeholders& values) {
  std::vector<std::string> command;
  for (const std::string& word : setup.entry.command) command.push_back(expand(word, values));
  for (const std::string& word : setup.choice.extra_arguments) {
    command.push_back(expand(word, values));
  }
  return command;
}

}  // namespace

ServerProcess::ServerProcess(const ServerSetup& setup) {
  if (setup.entry.url) {
    base_url_ = *setup.entry.url;
    while (base_url_.ends_with('/')) base_url_.pop_back();
    return;
  }
  start(setup);
  if (trouble_.empty()) await_ready(setup);
}

void ServerProcess::set_port(std::uint16_t port) {
  port_ = port;
  base_url_ = fmt::format("http://{}:{}", address, port);
}

void ServerProcess::start(const ServerSetup& setup) {
  if (setup.entry.ready == Readiness::probe) set_port(setup.ports.pick(address));
  const Placeholders values = placeholders_for(setup, port_);
  if (setup.entry.config_template) {
    write_scratch_file(values.at("config"),
                       expand(posix::read_file(*setup.entry.config_template), values));
  }
  GuardedCommand command;
  command.argv = command_for(setup, values);
  const auto executable = find_executable(command.argv.front());
  if (!executable) {
    trouble_ = fmt::format("no program '{}' beside joust or in PATH", command.argv.front());
    return;
  }
  command.executable = *executable;
  command.log = setup.log.file();
  command.cpus = setup.cpus;
  command.stop_signal = setup.entry.stop_signal;
  command.stop_timeout = setup.entry.stop_timeout;
  process_.emplace(command);
  trouble_ = process_->start_failure();
}

void ServerProcess::await_ready(const ServerSetup& setup) {
  const std::int64_t deadline = monotonic_ns() + setup.entry.ready_timeout.count();
  std::string last_problem;
  Nanoseconds pause = std::chrono::microseconds{500};
  while (!is_ready(setup, last_problem)) {
    if (setup.stop_requested && setup.stop_requested()) {
      throw Error{ErrorKind::interrupted, "stopped while a server was starting"};
    }
    if (monotonic_ns() >= deadline) {
      trouble_ = fmt::format("not ready within {}: {}", format_duration(setup.entry.ready_timeout),
                             last_problem);
      return;
    }
    if (const auto status = process_->wait_for_exit(pause)) {
      trouble_ = fmt::format("ended before it was ready: {}", describe_wait_status(*status));
      return;
    }
    pause = std::min<Nanoseconds>(pause * 5 / 4, std::chrono::milliseconds{10});
  }
}

bool ServerProcess::is_ready(const ServerSetup& setup, std::string& problem) {
  if (setup.entry.ready == Readiness::line) {
    const std::uint16_t port = setup.log.ready_port();
    if (port == 0) {
      problem = "it has not printed 'READY port=NNNN'";
      return false;
    }
    set_port(port);
    return true;
  }
  const Document& document = setup.cell.document;
  Verified verified =
      verify_document(document, base_url_ + setup.entry.path_of(document), probe_timeout);
  if (verified.reasons.empty()) return true;
  problem = std::move(verified.reasons.front());
  return false;
}

std::optional<pid_t> ServerProcess::pid() const {
  return process_ ? std::optional{process_->pid()} : std::nullopt;
}

std::string ServerProcess::end_sentence(Nanoseconds grace) {
  if (!process_) return {};
  const auto status = process_->wait_for_exit(grace);
  return status ? fmt::format("the server ended by itself: {}", describe_wait_status(*status))
                : std::string{};
}

ServerProcess::Stopped ServerProcess::stop() {
  Stopped stopped;
  if (!process_) return stopped;
  stopped.end = process_->stop();
  if (stopped.end->stop_timed_out) stopped.marks.emplace_back("killed");
  if (port_ != 0 && port_is_taken(address, port_)) {
    stopped.reasons.push_back(
        fmt::format("port {} is still taken after the server was stopped", port_));
  }
  return stopped;
}

}  // namespace joust::suites
