#include "suites/run/detach.hpp"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace joust::suites {
namespace {

void close_from(int first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, first, ~0U, 0) == 0) return;
#endif
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  const auto last = static_cast<int>(std::min<rlim_t>(limit.rlim_cur, 65536));
  for (int fd = first; fd < last; ++fd) close(fd);
}

void keep_only(std::initializer_list<int> kept) {
  constexpr int most = 4;
  constexpr int above = first_kept_fd + most;
  // First out of the way of the final places, then into them.
  std::array<int, most> copies{};
  std::size_t count = 0;
  for (const int fd : kept) copies.at(count++) = fcntl(fd, F_DUPFD_CLOEXEC, above);
  for (std::size_t i = 0; i < count; ++i) {
    dup3(copies.at(i), first_kept_fd + static_cast<int>(i), O_CLOEXEC);
  }
  close_from(first_kept_fd + static_cast<int>(count));
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing < 0) return;
  for (int fd = 0; fd < first_kept_fd; ++fd) dup2(nothing, fd);
  close(nothing);
}

void ignore_signals() {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGUSR1, SIGUSR2, SIGTSTP}) {
    signal(number, SIG_IGN);
  }
  signal(SIGCHLD, SIG_DFL);
  sigset_t children;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  sigprocmask(SIG_SETMASK, &children, nullptr);
}

}  // namespace

void detach_from_runner(const char* name, std::initializer_list<int> kept) {
  setsid();
  prctl(PR_SET_NAME, name);
  ignore_signals();
  keep_only(kept);
}

}  // namespace joust::suites
