#include "suites/run/guard_loop.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.hpp"
#include "suites/run/detach.hpp"
#include "suites/run/process_tree.hpp"

namespace joust::suites {
namespace {

struct StartFailure {
  StartStep step = StartStep::exec;
  std::int32_t error_number = 0;
};

// Where detach_from_runner puts what the guard keeps.
enum Slot : int { channel_slot = first_kept_fd, output_slot };

void report(const GuardReport& message) {
  // A runner that is gone reads nothing.
  send(channel_slot, &message, sizeof message, MSG_NOSIGNAL);
}

[[noreturn]] void become_command(const GuardSpec& spec, pid_t guard, int failure_fd) {
  const auto fail = [failure_fd](StartStep step) {
    const StartFailure failure{step, errno};
    [[maybe_unused]] const ssize_t written = write(failure_fd, &failure, sizeof failure);
    _exit(127);
  };
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // the second net: should the guard itself be killed
  if (getppid() != guard) _exit(127);
  setsid();  // a command that signals its own group must not hit the guard
  if (dup2(output_slot, 1) < 0 || dup2(output_slot, 2) < 0) fail(StartStep::output);
  if (spec.pin && sched_setaffinity(0, sizeof spec.cpus, &spec.cpus) != 0) {
    fail(StartStep::affinity);
  }
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execve(spec.executable, spec.argv, spec.environment);
  fail(StartStep::exec);
  _exit(127);
}

class Guard {
 public:
  explicit Guard(const GuardSpec& spec) : spec_(spec) {}

  void run() {
    if (!start()) return;
    watch();
    kill_rest();
    last_.event = GuardEvent::ended;
    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    const auto nanoseconds = [](const timeval& time) {
      return std::int64_t{time.tv_sec} * 1'000'000'000 + std::int64_t{time.tv_usec} * 1000;
    };
    last_.cpu_ns = nanoseconds(used.ru_utime) + nanoseconds(used.ru_stime);
    last_.max_rss_bytes = static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
    report(last_);
  }

 private:
  bool start() {
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    signals_ = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
    std::array<int, 2> failure_pipe{-1, -1};
    const pid_t guard = getpid();
    root_ = signals_ >= 0 && pipe2(failure_pipe.data(), O_CLOEXEC) == 0 ? fork() : -1;
    if (root_ < 0) return give_up({StartStep::fork, errno});
    if (root_ == 0) become_command(spec_, guard, failure_pipe[1]);
    close(failure_pipe[1]);
    close(output_slot);
    StartFailure failure;
    // The pipe closes without a word when exec succeeds.
    const ssize_t length = read(failure_pipe[0], &failure, sizeof failure);
    close(failure_pipe[0]);
    if (length == static_cast<ssize_t>(sizeof failure)) {
      waitpid(root_, nullptr, 0);
      return give_up(failure);
    }
    last_.event = GuardEvent::started;
    last_.pid = root_;
    report(last_);
    return true;
  }

  bool give_up(const StartFailure& failure) {
    last_.event = GuardEvent::start_failed;
    last_.step = failure.step;
    last_.error_number = failure.error_number;
    report(last_);
    return false;
  }

  // Until the command is gone, by itself or by order.
  void watch() {
    std::int64_t deadline = -1;  // of the stop signal; below zero: none was sent
    while (!reap()) {
      int wait_ms = -1;
      if (deadline >= 0) {
        const std::int64_t left = deadline - monotonic_ns();
        if (left <= 0) {
          last_.stop_timed_out = true;
          return;
        }
        wait_ms = static_cast<int>((left + 999'999) / 1'000'000);
      }
      std::array<pollfd, 2> waiting{pollfd{signals_, POLLIN, 0},
                                    pollfd{channel_open_ ? channel_slot : -1, POLLIN, 0}};
      if (poll(waiting.data(), waiting.size(), wait_ms) < 0) continue;
      if ((waiting[0].revents & POLLIN) != 0) drain_signals();
      if (waiting[1].revents == 0) continue;
      const char order = read_order();
      if (order == order_kill) return;
      if (deadline < 0) {
        deadline = monotonic_ns() + spec_.stop_timeout_ns;
        kill(root_, spec_.stop_signal);
        kill(root_, SIGCONT);  // a stopped process would not see it
      }
    }
  }

  // End of file is the runner's death: stop as if it had said so.
  char read_order() {
    char order = order_stop;
    const ssize_t length = recv(channel_slot, &order, 1, 0);
    if (length == 0) channel_open_ = false;
    return length == 1 ? order : order_stop;
  }

  // Reaps what has ended; true once the command itself has.
  bool reap() {
    for (;;) {
      int status = 0;
      const pid_t pid = waitpid(-1, &status, WNOHANG);
      if (pid < 0 && errno == ECHILD) nothing_left_ = true;
      if (pid <= 0) return root_gone_;
      if (pid != root_) continue;
      root_gone_ = true;
      last_.event = GuardEvent::root_exited;
      last_.wait_status = status;
      report(last_);
    }
  }

  void kill_rest() {
    int wait_ms = 1;
    for (;;) {
      reap();
      if (nothing_left_) return;
      last_.killed += signal_descendants(getpid(), SIGKILL);
      pollfd waiting{signals_, POLLIN, 0};
      poll(&waiting, 1, wait_ms);
      drain_signals();
      wait_ms = std::min(wait_ms * 2, 100);
    }
  }

  void drain_signals() const {
    signalfd_siginfo ignored;
    while (read(signals_, &ignored, sizeof ignored) > 0) {
    }
  }

  const GuardSpec& spec_;
  GuardReport last_;
  int signals_ = -1;
  pid_t root_ = -1;
  bool root_gone_ = false;
  bool nothing_left_ = false;
  bool channel_open_ = true;
};

}  // namespace

void run_guard(const GuardSpec& spec) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  detach_from_runner("guard", {spec.channel_fd, spec.output_fd});
  Guard{spec}.run();
  _exit(0);
}

}  // namespace joust::suites
