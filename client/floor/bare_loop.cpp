#include "client/floor/bare_loop.hpp"

#include <array>
#include <cerrno>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/posix.hpp"
#include "base/unique_fd.hpp"

namespace joust::client {
namespace {

struct Peer {
  UniqueFd fd;
  std::uint64_t due_bytes = 0;  // of the answer that is coming
};

class BareLoop {
 public:
  explicit BareLoop(const BareLoad& load)
      : load_(load), epoll_(epoll_create1(EPOLL_CLOEXEC)), buffer_(std::size_t{64} * 1024) {
    if (!epoll_) throw os_error(errno, "epoll_create1");
    peers_.resize(load.connections);
    for (std::size_t i = 0; i < peers_.size(); ++i) open(i);
  }

  BareCounts run(const StopSignal& stop) {
    constexpr std::size_t events_a_pass = 256;
    constexpr int longest_wait_ms = 100;
    std::array<epoll_event, events_a_pass> events;
    const std::int64_t begin = monotonic_ns();
    const std::int64_t end = begin + load_.duration.count();
    for (Peer& peer : peers_) send_request(peer);
    std::int64_t now = begin;
    while (now < end && !stop.requested()) {
      const int count = epoll_wait(epoll_.get(), events.data(), events.size(), longest_wait_ms);
      if (count < 0 && errno != EINTR) throw os_error(errno, "epoll_wait");
      for (int i = 0; i < count; ++i) receive(peers_[events[static_cast<std::size_t>(i)].data.u64]);
      now = monotonic_ns();
    }
    return {answers_, now - begin};
  }

 private:
  void open(std::size_t index) {
    Peer& peer = peers_[index];
    const int family = load_.endpoint.family();
    peer.fd = UniqueFd(socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!peer.fd) throw os_error(errno, "socket");
    if (family != AF_UNIX) posix::set_tcp_nodelay(peer.fd.get());
    if (connect(peer.fd.get(), load_.endpoint.get(), load_.endpoint.length) != 0)
      throw os_error(errno, "connect to " + load_.endpoint.text());
    posix::set_nonblocking(peer.fd.get());
    epoll_event event{};
    event.events = EPOLLIN | EPOLLRDHUP | EPOLLET;
    event.data.u64 = index;
    if (epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, peer.fd.get(), &event) != 0)
      throw os_error(errno, "epoll_ctl");
  }

  // Called directly: the C library's are cancellation points, which cost in a process with threads.

  void send_request(Peer& peer) {
    const std::string& text = load_.request;
    const long sent =
        syscall(SYS_sendto, peer.fd.get(), text.data(), text.size(), MSG_NOSIGNAL, nullptr, 0);
    if (sent != static_cast<long>(text.size()))
      throw os_error(sent < 0 ? errno : EMSGSIZE, "send a request in one call");
    peer.due_bytes = load_.answer_bytes;
  }

  void receive(Peer& peer) {
    while (true) {
      const long size =
          syscall(SYS_recvfrom, peer.fd.get(), buffer_.data(), buffer_.size(), 0, nullptr, nullptr);
      if (size < 0 && errno == EAGAIN) return;
      if (size < 0 && errno == EINTR) continue;
      if (size < 0) throw os_error(errno, "receive an answer");
      const auto bytes = static_cast<std::uint64_t>(size);
      if (bytes == 0) throw machine_error("the server closed a connection of the bare loop");
      if (bytes > peer.due_bytes)
        throw machine_error(
            "an answer is longer than the first one ({} bytes); the bare loop only "
            "counts bytes",
            load_.answer_bytes);
      peer.due_bytes -= bytes;
      if (peer.due_bytes == 0) {
        ++answers_;
        send_request(peer);
      }
      if (bytes < buffer_.size()) return;
    }
  }

  const BareLoad& load_;
  UniqueFd epoll_;
  std::vector<Peer> peers_;
  std::vector<char> buffer_;
  std::uint64_t answers_ = 0;
};

}  // namespace

BareCounts run_bare_loop(const BareLoad& load, const StopSignal& stop) {
  return BareLoop(load).run(stop);
}

}  // namespace joust::client
