#include "servers/null/loop.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "servers/null/watch.hpp"

namespace joust::null_server {
namespace {

constexpr int accepted_at_once = 32;
constexpr int events_at_once = 256;
constexpr std::int64_t spin_ns = 60'000;             // the last of a delay is not slept
constexpr std::int64_t look_again_ns = 100'000'000;  // descriptors, drained connections
constexpr std::int64_t stop_patience_ns = 2'000'000'000;

using Events = std::array<epoll_event, events_at_once>;

}  // namespace

Loop::Loop(UniqueFd listener, const Documents& documents, const Options& options, int stop_fd)
    : listener_(std::move(listener)),
      options_(options),
      stop_fd_(stop_fd),
      epoll_(epoll_create1(EPOLL_CLOEXEC)),
      answers_(documents),
      recognizer_(answers_),
      buffer_(max_head_bytes + 64 + read_bytes) {
  if (!epoll_) throw os_error(errno, "epoll_create1");
  batch_.reserve(batch_pieces);
  watch(epoll_.get(), EPOLL_CTL_ADD, listener_.get(), EPOLLIN);
  watch(epoll_.get(), EPOLL_CTL_ADD, stop_fd_, EPOLLIN);
}

Loop::~Loop() {
  for (std::size_t fd = 0; fd < peers_.size(); ++fd) {
    if (peers_[fd].state != Peer::State::closed) UniqueFd(static_cast<int>(fd)).reset();
  }
}

void Loop::run() {
  // A sleep ends up to 50 us late unless the thread asks otherwise.
  if (options_.delay.count() > 0) prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
  while (!finished()) wait();
}

// --- waiting and time

bool Loop::finished() const {
  if (!stopping_) return false;
  return (waiting_.empty() && with_output_ == 0) || monotonic_ns() > stop_until_ns_;
}

void Loop::wait() {
  std::int64_t patience = -1;
  if (!accepting_ || !draining_.empty() || stopping_) patience = look_again_ns;
  if (!waiting_.empty()) {
    const std::int64_t left = waiting_.front().due_ns - monotonic_ns() - spin_ns;
    patience = left <= 0 ? 0 : (patience < 0 ? left : std::min(patience, left));
  }
  wait_up_to(patience);
  send_due();
  if (!draining_.empty()) close_drained();
  if (!accepting_ && !stopping_) resume_accepting();
}

void Loop::wait_up_to(std::int64_t ns) {
  Events events;
  int count = 0;
  if (ns <= 0) {
    count = epoll_wait(epoll_.get(), events.data(), events_at_once, ns == 0 ? 0 : -1);
  } else {
    const timespec timeout{ns / 1'000'000'000, ns % 1'000'000'000};
    count = epoll_pwait2(epoll_.get(), events.data(), events_at_once, &timeout, nullptr);
    // Before Linux 5.11 there is no such call: looking again at once keeps the delays exact.
    if (count < 0 && errno == ENOSYS) {
      count = epoll_wait(epoll_.get(), events.data(), events_at_once, 0);
    }
  }
  if (count > 0) now_ = std::time(nullptr);
  for (int i = 0; i < count; ++i) {
    const auto& event = events[static_cast<std::size_t>(i)];
    if (event.data.fd == stop_fd_) {
      begin_stop();
    } else if (event.data.fd == listener_.get()) {
      accept_some();
    } else {
      on_event(event.data.fd, event.events);
    }
    if (!waiting_.empty()) send_due();
  }
}

void Loop::send_due() {
  while (!waiting_.empty()) {
    const Waiting first = waiting_.front();
    if (first.due_ns > monotonic_ns()) return;
    now_ = std::time(nullptr);
    auto& peer = peers_[static_cast<std::size_t>(first.fd)];
    // Answers of one read go out in one send, as they would without a delay.
    do {
      const Waiting next = waiting_.front();
      waiting_.pop();
      if (next.generation != peer.generation) continue;
      --peer.waiting;
      answers_.refresh(*next.answer, now_);
      add_to_batch(*next.answer, next.head_only);
      delays_.record(monotonic_ns() - next.received_ns);
    } while (!waiting_.empty() && waiting_.front().fd == first.fd &&
             waiting_.front().due_ns == first.due_ns && batch_.size() + 2 <= batch_pieces);
    if (!batch_.empty() && send_batch(first.fd, peer)) after_output(first.fd, peer);
  }
}

// --- accepting and stopping

void Loop::accept_some() {
  for (int i = 0; i < accepted_at_once; ++i) {
    const int fd = accept4(listener_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) {
      if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
        pause_accepting();
      }
      return;
    }
    const auto index = static_cast<std::size_t>(fd);
    if (index >= peers_.size()) peers_.resize(std::max(index + 1, peers_.size() * 2));
    Peer& peer = peers_[index];
    const auto generation = peer.generation + 1;
    auto spill = std::move(peer.spill);  // its memory is used again
    peer = Peer{};
    peer.generation = generation;
    peer.spill = std::move(spill);
    peer.state = Peer::State::open;
    watch(epoll_.get(), EPOLL_CTL_ADD, fd, EPOLLIN | EPOLLRDHUP | EPOLLET);
  }
}

// Out of descriptors: the listening socket would be reported for ever.
void Loop::pause_accepting() {
  watch(epoll_.get(), EPOLL_CTL_DEL, listener_.get(), 0);
  accepting_ = false;
}

void Loop::resume_accepting() {
  watch(epoll_.get(), EPOLL_CTL_ADD, listener_.get(), EPOLLIN);
  accepting_ = true;
}

void Loop::begin_stop() {
  stopping_ = true;
  stop_until_ns_ = monotonic_ns() + options_.delay.count() + stop_patience_ns;
  watch(epoll_.get(), EPOLL_CTL_DEL, stop_fd_, 0);
  listener_.reset();
}

}  // namespace joust::null_server
