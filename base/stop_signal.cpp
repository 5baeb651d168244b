#include "base/stop_signal.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <map>
#include <unistd.h>

#include "base/error.hpp"
#include "base/posix.hpp"

namespace joust {
namespace {

// The one place where a signal handler can reach: the signal's arrival, nothing else. They outlive
// every StopSignal, so that a late handler never meets freed memory.
std::atomic<int> arrivals{0};
std::atomic<int> wake_fd{-1};
std::atomic<bool> owned{false};
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void note_arrival(int) {
  const int saved = errno;
  arrivals.fetch_add(1);
  if (const int fd = wake_fd.load(); fd >= 0) {
    const char byte = 1;
    // A full pipe is readable already: the byte may be lost.
    [[maybe_unused]] const ssize_t written = write(fd, &byte, 1);
  }
  errno = saved;
}

}  // namespace

struct StopSignal::State {
  posix::Pipe pipe;
  std::map<int, struct sigaction> former;

  void restore() {
    for (const auto& [number, action] : former) sigaction(number, &action, nullptr);
    wake_fd.store(-1);
    owned.store(false);
  }
};

StopSignal::StopSignal(std::initializer_list<int> signals) : state_(std::make_unique<State>()) {
  if (owned.exchange(true)) throw machine_error("signals have an owner in this process already");
  try {
    state_->pipe = posix::make_pipe();
    posix::set_nonblocking(state_->pipe.write.get());
    posix::set_nonblocking(state_->pipe.read.get());
    arrivals.store(0);
    wake_fd.store(state_->pipe.write.get());
    for (const int number : signals) {
      struct sigaction action {};
      action.sa_handler = note_arrival;
      sigemptyset(&action.sa_mask);
      struct sigaction former {};
      // No SA_RESTART: blocking calls return with EINTR, so that a stop is seen at once.
      if (sigaction(number, &action, &former) != 0) {
        throw os_error(errno, fmt::format("cannot handle signal {}", number));
      }
      state_->former.emplace(number, former);
    }
  } catch (...) {
    state_->restore();
    throw;
  }
}

StopSignal::~StopSignal() { state_->restore(); }

int StopSignal::fd() const { return state_->pipe.read.get(); }

int StopSignal::count() const {
  // There is one StopSignal at a time, so its count may live where the handler can reach it.
  return state_ ? arrivals.load() : 0;
}

}  // namespace joust
