// Above 300 lines in one piece: a request passes through nearly all of these functions, and the
// compiler inlines half of them (waiting, events, taking, opening), which it could not across
// files.
#include "client/engines/epoll.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <unordered_map>
#include <utility>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/unique_fd.hpp"
#include "client/engines/pace.hpp"
#include "client/engines/socket.hpp"

namespace joust::client {
namespace {

/// One a thread, so that it stays in the cache; takes head and body of most documents in one call.
constexpr std::size_t buffer_bytes = std::size_t{64} * 1024;
constexpr int events_a_pass = 256;
/// Of one socket before others have theirs: a peer that sends without end must not hold the loop.
constexpr unsigned reads_a_turn = 64;
/// Most that one call drops unread; only keeps the length inside what the kernel takes.
constexpr std::uint64_t longest_skip = std::uint64_t{16} << 20;
/// Fewer bytes are copied in less time than a call takes.
constexpr std::uint64_t shortest_skip = 4096;

// The C library's recv and send are cancellation points: in a process with threads each of them
// costs two atomic exchanges a call. Nobody cancels load threads, so the calls are made directly.

ssize_t receive_bytes(int fd, char* into, std::size_t size, int flags) {
  return syscall(SYS_recvfrom, fd, into, size, flags, nullptr, nullptr);
}

ssize_t send_bytes_to(int fd, std::string_view bytes) {
  return syscall(SYS_sendto, fd, bytes.data(), bytes.size(), MSG_NOSIGNAL, nullptr, 0);
}

class EpollEngine final : public Engine {
 public:
  explicit EpollEngine(std::size_t slots)
      : sockets_(slots), buffer_(buffer_bytes), epoll_(epoll_create1(EPOLL_CLOEXEC)) {
    if (!epoll_) throw os_error(errno, "epoll_create1");
  }
  ~EpollEngine() override {
    for (const Socket& socket : sockets_)
      if (socket.fd >= 0) ::close(socket.fd);
  }
  EpollEngine(const EpollEngine&) = delete;
  EpollEngine& operator=(const EpollEngine&) = delete;

  void run(Conversation& conversation) override;
  EngineCounts counts() const override { return counts_; }

 private:
  struct Socket {
    int fd = -1;
    bool connecting = false;
    bool sending = false;  // a part of the request is left, see unsent_
    bool unread = false;   // its turn is over, see unread_
    bool tcp = true;
  };

  /// A socket that has more to read than one turn allows.
  struct Unread {
    Slot slot;
    bool peer_closed;
    int write_error;
  };

  void handle(Slot slot, std::uint32_t mask);
  void note_end_of_unread(Slot slot, bool peer_closed, int write_error);
  void go_on_reading();
  void receive(Slot slot, bool peer_closed, int write_error);
  Next take(Slot slot, std::size_t size, bool skipping, bool peer_closed);
  void end_receive(Slot slot, int error_number, int write_error);
  void finish_connect(Slot slot, std::uint32_t mask);
  void perform(Slot slot, Next next);
  int send_request(Slot slot);
  int send_bytes(Slot slot, std::string_view bytes);
  int open(Slot slot);
  void close(Slot slot);
  int wait(epoll_event* events);
  int wait_exactly(epoll_event* events, std::int64_t left_ns);
  void stamp() { now_ns_ = monotonic_ns(); }

  std::vector<Socket> sockets_;
  std::unordered_map<Slot, std::string_view> unsent_;  // only after short sends
  std::vector<Unread> unread_;
  std::vector<char> buffer_;
  UniqueFd epoll_;
  EngineCounts counts_;
  Conversation* conversation_ = nullptr;  // while running
  bool paced_ = false;
  std::int64_t now_ns_ = 0;  // the last stamp taken: no extra clock read a pass
};

void EpollEngine::run(Conversation& conversation) {
  conversation_ = &conversation;
  std::array<epoll_event, events_a_pass> events;
  std::vector<Order> orders;
  paced_ = conversation.is_paced();
  if (paced_) ask_for_exact_timers();
  stamp();
  while (conversation.pass(now_ns_, orders)) {
    for (const Order& order : orders) perform(order.slot, order.next);
    orders.clear();
    const int count = wait(events.data());
    if (count < 0 && errno != EINTR) throw os_error(errno, "epoll_wait");
    if (count <= 0 || paced_) stamp();
    conversation.woken(now_ns_);
    for (int i = 0; i < count; ++i) {
      const epoll_event& event = events[static_cast<std::size_t>(i)];
      handle(event.data.u32, event.events);
    }
    if (!unread_.empty()) go_on_reading();
  }
}

int EpollEngine::wait(epoll_event* events) {
  const std::int64_t left_ns = unread_.empty() ? conversation_->wake_ns() - now_ns_ : 0;
  if (paced_) return wait_exactly(events, left_ns);
  constexpr std::int64_t longest_ms = 1000;
  const std::int64_t left_ms =
      std::clamp<std::int64_t>((left_ns + 999'999) / 1'000'000, 0, longest_ms);
  return epoll_wait(epoll_.get(), events, events_a_pass, static_cast<int>(left_ms));
}

/// Sleeps until shortly before, and looks without sleeping from then on: being woken takes longer
/// than a look.
int EpollEngine::wait_exactly(epoll_event* events, std::int64_t left_ns) {
  timespec left{};
  if (left_ns > awake_ns) {
    constexpr std::int64_t second = 1'000'000'000;
    left_ns = std::min(left_ns - awake_ns, second);
    left = {left_ns / second, left_ns % second};
  }
  return epoll_pwait2(epoll_.get(), events, events_a_pass, &left, nullptr);
}

/// A slot's socket is only replaced inside its own event or between passes, so no event of a pass
/// can belong to an older socket.
void EpollEngine::handle(Slot slot, std::uint32_t mask) {
  Socket& socket = sockets_[slot];
  if (socket.connecting) {
    finish_connect(slot, mask);
    if (socket.fd < 0 || socket.connecting || (mask & EPOLLIN) == 0) return;
  }
  const bool peer_closed = (mask & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0;
  if ((mask & EPOLLIN) != 0 || peer_closed) receive(slot, peer_closed, 0);
  if (socket.sending && (mask & EPOLLOUT) != 0) {
    const int problem = send_bytes(slot, unsent_[slot]);
    if (problem != 0) receive(slot, true, problem);
  }
}

/// Reads until the socket is drained. A read that did not fill the buffer has drained it
/// (epoll(7)), except where the peer has closed: then the end is read too, before anything more is
/// sent. `write_error`: why sending failed; what the peer said before that still counts.
void EpollEngine::receive(Slot slot, bool peer_closed, int write_error) {
  unsigned reads_left = reads_a_turn;
  std::uint64_t skippable = 0;
  std::size_t piece = std::min(conversation_->first_piece(slot), buffer_.size());
  while (true) {
    Socket& socket = sockets_[slot];
    if (reads_left-- == 0) {
      if (!std::exchange(socket.unread, true))
        unread_.push_back({slot, peer_closed, write_error});
      else
        note_end_of_unread(slot, peer_closed, write_error);
      return;
    }
    const bool skipping = skippable > shortest_skip && socket.tcp;
    const std::size_t wanted = skipping ? std::min(skippable, longest_skip) : piece;
    piece = buffer_.size();
    const ssize_t size = skipping ? receive_bytes(socket.fd, nullptr, wanted, MSG_TRUNC)
                                  : receive_bytes(socket.fd, buffer_.data(), wanted, 0);
    stamp();
    if (size <= 0) {
      if (size < 0 && errno == EINTR) continue;
      const bool drained = size < 0 && errno == EAGAIN;
      if (drained && write_error == 0) return;
      return end_receive(slot, size < 0 && !drained ? errno : 0, write_error);
    }
    const auto bytes = static_cast<std::size_t>(size);
    counts_.received_bytes += bytes;
    const Next next = take(slot, bytes, skipping, peer_closed);
    if (next == Next::send) {
      const int problem = send_request(slot);
      if (problem != 0) {
        write_error = problem;
        peer_closed = true;
        skippable = 0;
        continue;
      }
    } else if (next != Next::wait) {
      return perform(slot, next);
    }
    // Nothing comes behind an answer before the next request but what is wrong, and that will be
    // found in front of the next answer.
    const bool drained = bytes < wanted || (skipping && next == Next::send);
    if (drained && !peer_closed) return;
    skippable = conversation_->skippable(slot);
  }
}

/// It is listed already, by an earlier event.
void EpollEngine::note_end_of_unread(Slot slot, bool peer_closed, int write_error) {
  for (Unread& each : unread_) {
    if (each.slot != slot) continue;
    each.peer_closed = each.peer_closed || peer_closed;
    if (each.write_error == 0) each.write_error = write_error;
  }
}

/// One turn for each socket that was not drained; time limits and other sockets come in between.
void EpollEngine::go_on_reading() {
  const std::vector<Unread> due = std::exchange(unread_, {});
  for (const Unread& each : due) {
    if (!std::exchange(sockets_[each.slot].unread, false)) continue;  // closed since
    receive(each.slot, each.peer_closed, each.write_error);
  }
}

Next EpollEngine::take(Slot slot, std::size_t size, bool skipping, bool peer_closed) {
  const Surroundings around{peer_closed, sockets_[slot].sending};
  if (skipping) return conversation_->skipped(slot, size, now_ns_, around);
  return conversation_->received(slot, {buffer_.data(), size}, now_ns_, around);
}

void EpollEngine::end_receive(Slot slot, int error_number, int write_error) {
  if (write_error != 0)
    perform(slot, conversation_->broken(slot, write_error, Operation::writing, now_ns_));
  else if (error_number != 0)
    perform(slot, conversation_->broken(slot, error_number, Operation::reading, now_ns_));
  else
    perform(slot, conversation_->ended(slot, now_ns_));
}

void EpollEngine::finish_connect(Slot slot, std::uint32_t mask) {
  Socket& socket = sockets_[slot];
  int problem = 0;
  if ((mask & (EPOLLERR | EPOLLHUP)) != 0) {
    socklen_t size = sizeof problem;
    if (getsockopt(socket.fd, SOL_SOCKET, SO_ERROR, &problem, &size) != 0) problem = errno;
  }
  stamp();
  socket.connecting = false;
  perform(slot, problem == 0
                    ? conversation_->connected(slot, now_ns_)
                    : conversation_->broken(slot, problem, Operation::connecting, now_ns_));
}

void EpollEngine::perform(Slot slot, Next next) {
  while (true) {
    switch (next) {
      case Next::wait:
        return;
      case Next::send: {
        const int problem = send_request(slot);
        if (problem != 0) receive(slot, true, problem);
        return;
      }
      case Next::reopen: {
        close(slot);
        const int problem = open(slot);
        if (problem == 0) return;
        stamp();
        next = conversation_->broken(slot, problem, Operation::opening, now_ns_);
        break;
      }
      case Next::close:
        return close(slot);
    }
  }
}

/// 0 or the errno of the failure.
int EpollEngine::send_request(Slot slot) {
  stamp();
  return send_bytes(slot, conversation_->sending(slot, now_ns_));
}

int EpollEngine::send_bytes(Slot slot, std::string_view bytes) {
  Socket& socket = sockets_[slot];
  while (true) {
    const ssize_t size = send_bytes_to(socket.fd, bytes);
    if (size == static_cast<ssize_t>(bytes.size())) [[likely]] {
      counts_.sent_bytes += bytes.size();
      if (socket.sending) unsent_.erase(slot);
      socket.sending = false;
      return 0;
    }
    if (size >= 0) {
      counts_.sent_bytes += static_cast<std::size_t>(size);
      bytes.remove_prefix(static_cast<std::size_t>(size));
    } else if (errno == EAGAIN) {
      socket.sending = true;  // the registered EPOLLOUT edge goes on with it
      unsent_[slot] = bytes;
      return 0;
    } else if (errno != EINTR) {
      return errno;
    }
  }
}

/// 0 or the errno of the failure. Every socket is added to epoll once and never changed: under
/// EPOLLET, EPOLLOUT wakes nobody unless a send has come up short, and it tells when a connect is
/// done.
int EpollEngine::open(Slot slot) {
  const Address to = conversation_->address(slot);
  Socket& socket = sockets_[slot];
  socket.tcp = to.address->sa_family != AF_UNIX;
  socket.fd = make_socket(to).release();
  if (socket.fd < 0) return errno;
  if (connect(socket.fd, to.address, to.length) != 0 && errno != EINPROGRESS) return errno;
  socket.connecting = true;
  epoll_event event{};
  event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
  event.data.u32 = slot;
  return epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, socket.fd, &event) == 0 ? 0 : errno;
}

void EpollEngine::close(Slot slot) {
  Socket& socket = sockets_[slot];
  if (socket.fd < 0) return;
  if (socket.sending) unsent_.erase(slot);
  ::close(socket.fd);
  socket = Socket{};
}

}  // namespace

std::unique_ptr<Engine> make_epoll_engine(std::size_t slots) {
  return std::make_unique<EpollEngine>(slots);
}

}  // namespace joust::client
