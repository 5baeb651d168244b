#include "suites/run/guard.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/posix.hpp"

namespace joust::suites {
namespace {

// Beyond the stop timeout: what the kernel may take to tear a killed tree down.
constexpr Nanoseconds teardown_limit = std::chrono::seconds{20};

std::vector<char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  // execve's parameter is not const for historical reasons only; it never writes.
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

cpu_set_t cpu_set_of(const std::vector<int>& cpus) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int cpu : cpus) {
    if (cpu >= 0 && cpu < CPU_SETSIZE) CPU_SET(static_cast<std::size_t>(cpu), &set);
  }
  return set;
}

std::pair<UniqueFd, UniqueFd> make_channel() {
  std::array<int, 2> ends{-1, -1};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw os_error(errno, "make a channel to a guard process");
  }
  return {UniqueFd{ends[0]}, UniqueFd{ends[1]}};
}

std::string describe(const GuardReport& report, const GuardedCommand& command) {
  const std::string reason = std::strerror(report.error_number);
  switch (report.step) {
    case StartStep::fork:
      return fmt::format("cannot make a process for '{}': {}", command.executable.string(), reason);
    case StartStep::output:
      return fmt::format("cannot redirect output to '{}': {}", command.log.string(), reason);
    case StartStep::affinity:
      return fmt::format("cannot pin '{}' to its CPUs: {}", command.executable.string(), reason);
    case StartStep::exec:
      break;
  }
  return fmt::format("cannot execute '{}': {}", command.executable.string(), reason);
}

}  // namespace

std::string describe_wait_status(int wait_status) {
  if (WIFSIGNALED(wait_status)) {
    const int number = WTERMSIG(wait_status);
    return fmt::format("signal {} ({})", number, strsignal(number));
  }
  return fmt::format("exit status {}", WEXITSTATUS(wait_status));
}

GuardedProcess::GuardedProcess(const GuardedCommand& command)
    : name_(command.executable.string()), stop_timeout_(command.stop_timeout) {
  const UniqueFd output = posix::open_append(command.log);
  auto [ours, theirs] = make_channel();
  const std::vector<char*> argv = pointers_to(command.argv);

  GuardSpec spec;
  spec.executable = command.executable.c_str();
  spec.argv = argv.data();
  spec.environment = environ;
  spec.output_fd = output.get();
  spec.channel_fd = theirs.get();
  spec.pin = !command.cpus.empty();
  spec.cpus = cpu_set_of(command.cpus);
  spec.stop_signal = command.stop_signal;
  spec.stop_timeout_ns = command.stop_timeout.count();

  guard_ = fork();
  if (guard_ < 0) throw os_error(errno, fmt::format("fork a guard for '{}'", name_));
  if (guard_ == 0) run_guard(spec);

  channel_ = std::move(ours);
  theirs.reset();
  GuardReport first;
  ssize_t length = 0;
  do {
    length = recv(channel_.get(), &first, sizeof first, 0);
  } while (length < 0 && errno == EINTR);
  if (length == static_cast<ssize_t>(sizeof first) && first.event == GuardEvent::started) {
    pid_ = first.pid;
    return;
  }
  waitpid(guard_, nullptr, 0);
  guard_ = -1;
  end_ = TreeEnd{};
  if (length != static_cast<ssize_t>(sizeof first)) {
    throw machine_error("start '{}': its guard process ended before the command was started",
                        name_);
  }
  start_failure_ = describe(first, command);
}

GuardedProcess::GuardedProcess(GuardedProcess&& other) noexcept
    : name_(std::move(other.name_)),
      start_failure_(std::move(other.start_failure_)),
      guard_(std::exchange(other.guard_, -1)),
      pid_(other.pid_),
      stop_timeout_(other.stop_timeout_),
      channel_(std::move(other.channel_)),
      exit_status_(other.exit_status_),
      end_(other.end_) {}

GuardedProcess::~GuardedProcess() {
  if (guard_ < 0) return;
  try {
    kill();
  } catch (const Error&) {
    // The guard goes on by itself: closing the channel says that nobody waits any more.
  }
}

// Reads one report if there is one in time. False: none, a signal came in, or the guard is gone.
bool GuardedProcess::read_report(Nanoseconds timeout) {
  pollfd waiting{channel_.get(), POLLIN, 0};
  const timespec limit{std::max<std::int64_t>(timeout.count(), 0) / 1'000'000'000,
                       std::max<std::int64_t>(timeout.count(), 0) % 1'000'000'000};
  if (ppoll(&waiting, 1, &limit, nullptr) <= 0) return false;
  GuardReport report;
  const ssize_t length = recv(channel_.get(), &report, sizeof report, 0);
  if (length < 0) return false;
  if (length != static_cast<ssize_t>(sizeof report)) {
    waitpid(std::exchange(guard_, -1), nullptr, 0);
    throw machine_error("the guard process of '{}' was ended by somebody else", name_);
  }
  if (report.event == GuardEvent::root_exited) exit_status_ = report.wait_status;
  if (report.event == GuardEvent::ended) {
    end_ = TreeEnd{report.wait_status, report.stop_timed_out, report.killed, report.cpu_ns,
                   report.max_rss_bytes};
  }
  return true;
}

std::optional<int> GuardedProcess::wait_for_exit(Nanoseconds timeout) {
  if (!exit_status_ && !end_) read_report(timeout);
  return exit_status_;
}

TreeEnd GuardedProcess::stop() { return end(order_stop); }
TreeEnd GuardedProcess::kill() { return end(order_kill); }

TreeEnd GuardedProcess::end(char order) {
  if (guard_ < 0) return end_.value_or(TreeEnd{});
  // A guard that has ended by itself leaves nobody to read: its last report is waiting for us.
  send(channel_.get(), &order, 1, MSG_NOSIGNAL);

  const std::int64_t deadline =
      monotonic_ns() + (order == order_stop ? stop_timeout_.count() : 0) + teardown_limit.count();
  while (!end_) {
    const std::int64_t left = deadline - monotonic_ns();
    if (left <= 0) {
      channel_.reset();
      guard_ = -1;
      throw machine_error("processes of '{}' could not be ended within {} of SIGKILL", name_,
                          format_duration(teardown_limit));
    }
    read_report(Nanoseconds{left});
  }
  while (waitpid(guard_, nullptr, 0) < 0 && errno == EINTR) {
  }
  guard_ = -1;
  channel_.reset();
  return *end_;
}

}  // namespace joust::suites
