// What runs inside the guard process: starts one command, watches it and its runner, and goes only
// when nothing below it is left. Forked from a single-threaded runner and written without
// allocation, so that it works in any state the runner was in. Knows no servers and no clients.
#pragma once

#include <cstdint>
#include <sched.h>
#include <sys/types.h>
#include <type_traits>

namespace joust::suites {

/// Everything is prepared before the fork: pointers into the runner's memory, copied with it.
struct GuardSpec {
  const char* executable = nullptr;  // a path: PATH is not searched
  char* const* argv = nullptr;
  char* const* environment = nullptr;
  int output_fd = -1;   // stdout and stderr of the command
  int channel_fd = -1;  // orders in, GuardReports out; end of file: the runner is gone
  bool pin = false;
  cpu_set_t cpus{};
  int stop_signal = 15;
  std::int64_t stop_timeout_ns = 0;
};

/// Orders, a byte each.
inline constexpr char order_stop = 's';  // stop signal, wait, SIGKILL
inline constexpr char order_kill = 'k';  // SIGKILL at once

enum class GuardEvent : std::int32_t {
  started,       // pid is the command's
  start_failed,  // error_number says why, step at what
  root_exited,   // by itself or after the stop signal: wait_status
  ended,         // nothing is left below the guard; the last report
};

enum class StartStep : std::int32_t { fork, output, affinity, exec };

struct GuardReport {
  GuardEvent event = GuardEvent::started;
  pid_t pid = 0;
  StartStep step = StartStep::exec;
  std::int32_t error_number = 0;
  std::int32_t wait_status = 0;
  std::int32_t killed = 0;  // SIGKILLs sent, to the command and to what it left behind
  bool stop_timed_out = false;
  std::int64_t cpu_ns = 0;          // user and system time of the whole tree
  std::uint64_t max_rss_bytes = 0;  // of its largest process; never below the runner's own
};
// Travels through the channel as it is: both ends are the same program.
static_assert(std::is_trivially_copyable_v<GuardReport>);

[[noreturn]] void run_guard(const GuardSpec& spec);

}  // namespace joust::suites
