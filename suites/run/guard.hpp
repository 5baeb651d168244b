// A command and everything it starts, under a guard process of their own: the tree ends when the
// runner says so, when this object goes, and when the runner is killed. The guard is a subreaper in
// a session of its own, so that Ctrl-C reaches the runner alone and no daemonised child gets away.
// Knows no servers and no clients. To be used from a single-threaded process.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "base/unique_fd.hpp"
#include "base/units.hpp"
#include "suites/run/guard_loop.hpp"

namespace joust::suites {

struct GuardedCommand {
  std::filesystem::path executable;  // a path: PATH is not searched
  std::vector<std::string> argv;     // with the name the program is to see first
  std::filesystem::path log;         // stdout and stderr are appended here
  std::vector<int> cpus;             // empty: wherever the runner may run
  int stop_signal = 15;
  Nanoseconds stop_timeout = std::chrono::seconds{3};
};

/// "exit status 3", "signal 9 (Killed)".
std::string describe_wait_status(int wait_status);

/// How a tree ended and what it had used.
struct TreeEnd {
  int wait_status = 0;          // of the command itself
  bool stop_timed_out = false;  // SIGKILL was needed after the stop signal
  int killed = 0;               // SIGKILLs sent, to the command or to what it left behind
  std::int64_t cpu_ns = 0;      // of the whole tree
  std::uint64_t max_rss_bytes = 0;

  bool exited_cleanly() const { return wait_status == 0; }
};

class GuardedProcess {
 public:
  /// Error{machine} when no process can be made; a command that cannot be executed is no Error but
  /// `start_failure`.
  explicit GuardedProcess(const GuardedCommand& command);
  GuardedProcess(GuardedProcess&& other) noexcept;
  GuardedProcess& operator=(GuardedProcess&&) = delete;
  GuardedProcess(const GuardedProcess&) = delete;
  GuardedProcess& operator=(const GuardedProcess&) = delete;
  ~GuardedProcess();  // kills what is left, at once

  /// "cannot execute '/x/y': No such file or directory"; "" when it runs.
  const std::string& start_failure() const { return start_failure_; }
  pid_t pid() const { return pid_; }

  /// Waits until the command has exited by itself, `timeout` has passed or a signal came in,
  /// whichever is first. The command's wait status, or nothing while it runs.
  std::optional<int> wait_for_exit(Nanoseconds timeout);

  /// Stop signal, wait, SIGKILL, until nothing of the tree is left. Also after it has exited by
  /// itself. Error{machine} when the kernel does not let go of a process.
  TreeEnd stop();
  /// The same with SIGKILL at once.
  TreeEnd kill();

 private:
  TreeEnd end(char order);
  bool read_report(Nanoseconds timeout);

  std::string name_;
  std::string start_failure_;
  pid_t guard_ = -1;
  pid_t pid_ = -1;
  Nanoseconds stop_timeout_{0};
  UniqueFd channel_;  // orders out, reports in; closing it tells the guard to stop the tree
  std::optional<int> exit_status_;
  std::optional<TreeEnd> end_;
};

}  // namespace joust::suites
