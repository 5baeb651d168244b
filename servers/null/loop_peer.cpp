// What a Loop does with one connection.
#include <algorithm>
#include <cerrno>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "base/burn.hpp"
#include "base/clock.hpp"
#include "servers/null/loop.hpp"
#include "servers/null/watch.hpp"

namespace joust::null_server {
namespace {

constexpr std::int64_t drain_ns = 1'000'000'000;

}  // namespace

void Loop::on_event(int fd, std::uint32_t events) {
  Peer& peer = peers_[static_cast<std::size_t>(fd)];
  if (peer.state == Peer::State::closed) return;  // closed earlier in this turn
  if (peer.state == Peer::State::draining) {
    discard(fd, peer);
    return;
  }
  if (peer.has_output()) {
    if ((events & EPOLLIN) != 0) peer.unread = true;
    if ((events & (EPOLLOUT | EPOLLERR | EPOLLHUP)) == 0 || !send_kept(fd, peer)) return;
    after_output(fd, peer);
    return;
  }
  // A read that does not fill the buffer has emptied the socket, unless its end is there as well.
  read_requests(fd, peer, (events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0);
}

void Loop::read_requests(int fd, Peer& peer, bool to_the_end) {
  for (;;) {
    if (peer.last_taken && !peer.drain_first) return;  // closes when its answers are sent
    std::size_t kept = 0;
    if (peer.has_input()) {
      kept = peer.spill->input.size();
      std::copy(peer.spill->input.begin(), peer.spill->input.end(), buffer_.begin());
    }
    const ssize_t n = recv(fd, buffer_.data() + kept, read_bytes, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return;
    if (n < 0) return close_peer(fd, peer);
    if (n == 0) {
      peer.last_taken = true;
      if (peer.waiting == 0 && !peer.has_output()) close_peer(fd, peer);
      return;
    }
    const auto got = static_cast<std::size_t>(n);
    if (options_.delay.count() > 0) received_ns_ = monotonic_ns();
    if (kept > 0) peer.spill->input.clear();
    if (!take_requests(fd, peer, buffer_.data(), kept + got)) return;
    if (got < read_bytes && !to_the_end) return;
  }
}

// False: nothing more is to be read now.
bool Loop::take_requests(int fd, Peer& peer, const char* data, std::size_t size) {
  std::size_t at = 0;
  while (at < size && !peer.last_taken) {
    const auto result = recognizer_.recognize(data + at, size - at);
    if (result.size == 0) {
      peer.spilled().input.assign(data + at, size - at);
      break;
    }
    at += result.size;
    peer.last_taken = result.bad || result.answer->close;
    peer.drain_first = result.bad;
    if (options_.burn.count() > 0) burn_cpu(options_.burn);
    if (options_.delay.count() > 0) {
      put_off(fd, peer, result.answer, result.head_only);
    } else {
      answers_.refresh(*result.answer, now_);
      add_to_batch(*result.answer, result.head_only);
      if (batch_.size() + 2 > batch_pieces && !send_batch(fd, peer)) return false;
    }
  }
  if (!batch_.empty() && !send_batch(fd, peer)) return false;
  if (peer.last_taken && at < size) peer.drain_first = true;
  if (peer.last_taken && peer.waiting == 0 && !peer.has_output()) {
    after_output(fd, peer);
    return false;
  }
  if (peer.has_output()) peer.unread = true;
  return !peer.has_output();
}

void Loop::add_to_batch(const Answer& answer, bool head_only) {
  // iovec wants mutable pointers, sendmsg only reads through them.
  char* bytes = const_cast<char*>(answer.bytes.data());
  batch_.push_back({bytes, head_only ? answer.head_size : answer.bytes.size()});
  if (head_only || answer.rest.empty()) return;
  batch_.push_back({const_cast<char*>(answer.rest.data()), answer.rest.size()});
}

void Loop::put_off(int fd, Peer& peer, Answer* answer, bool head_only) {
  ++peer.waiting;
  waiting_.push({received_ns_, received_ns_ + options_.delay.count(), answer, fd, peer.generation,
                 head_only});
}

// Sends the batch and empties it. False: the connection is gone.
bool Loop::send_batch(int fd, Peer& peer) {
  std::size_t sent = 0;
  if (!peer.has_output()) {
    ssize_t n = 0;
    if (batch_.size() == 1) {
      n = send(fd, batch_[0].iov_base, batch_[0].iov_len, MSG_NOSIGNAL);
    } else {
      msghdr message{};
      message.msg_iov = batch_.data();
      message.msg_iovlen = batch_.size();
      n = sendmsg(fd, &message, MSG_NOSIGNAL);
    }
    if (n < 0 && errno != EAGAIN && errno != EINTR) {
      batch_.clear();
      close_peer(fd, peer);
      return false;
    }
    sent = n < 0 ? 0 : static_cast<std::size_t>(n);
  }
  keep_unsent(fd, peer, sent);
  batch_.clear();
  return true;
}

void Loop::keep_unsent(int fd, Peer& peer, std::size_t sent) {
  for (auto& piece : batch_) {
    const std::size_t done = std::min(sent, piece.iov_len);
    sent -= done;
    if (done == piece.iov_len) continue;
    if (!peer.has_output()) {
      ++with_output_;
      peer.spilled().output.clear();
      peer.spill->next = 0;
    }
    peer.spill->output.push_back({static_cast<char*>(piece.iov_base) + done, piece.iov_len - done});
  }
  if (peer.has_output() && !peer.watches_output) {
    peer.watches_output = true;
    watch(epoll_.get(), EPOLL_CTL_MOD, fd, EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET);
  }
}

// True: all is sent.
bool Loop::send_kept(int fd, Peer& peer) {
  Spill& spill = *peer.spill;
  while (spill.next < spill.output.size()) {
    msghdr message{};
    message.msg_iov = spill.output.data() + spill.next;
    message.msg_iovlen = std::min(spill.output.size() - spill.next, batch_pieces);
    const ssize_t n = sendmsg(fd, &message, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return false;
    if (n < 0) {
      close_peer(fd, peer);
      return false;
    }
    auto left = static_cast<std::size_t>(n);
    while (left > 0) {
      auto& piece = spill.output[spill.next];
      const std::size_t done = std::min(left, piece.iov_len);
      left -= done;
      piece.iov_base = static_cast<char*>(piece.iov_base) + done;
      piece.iov_len -= done;
      if (piece.iov_len == 0) ++spill.next;
    }
  }
  --with_output_;
  return true;
}

// Whatever was to be sent may be sent: close, or read what was left.
void Loop::after_output(int fd, Peer& peer) {
  if (peer.has_output()) return;
  if (peer.last_taken && peer.waiting == 0) {
    if (peer.drain_first) {
      drain(fd, peer);
    } else {
      close_peer(fd, peer);
    }
    return;
  }
  if (!peer.unread) return;
  peer.unread = false;
  read_requests(fd, peer, true);
}

// Closing with unread input would reset the connection, and the last answer with it.
void Loop::drain(int fd, Peer& peer) {
  peer.state = Peer::State::draining;
  shutdown(fd, SHUT_WR);
  draining_.push_back({fd, peer.generation, monotonic_ns() + drain_ns});
  discard(fd, peer);
}

void Loop::discard(int fd, Peer& peer) {
  for (;;) {
    const ssize_t n = recv(fd, buffer_.data(), buffer_.size(), 0);
    if (n > 0 || (n < 0 && errno == EINTR)) continue;
    if (n < 0 && errno == EAGAIN) return;
    return close_peer(fd, peer);
  }
}

void Loop::close_drained() {
  const std::int64_t now = monotonic_ns();
  const auto is_over = [&](const Draining& entry) {
    Peer& peer = peers_[static_cast<std::size_t>(entry.fd)];
    const bool same = peer.generation == entry.generation && peer.state == Peer::State::draining;
    if (same && entry.until_ns > now) return false;
    if (same) close_peer(entry.fd, peer);
    return true;
  };
  std::erase_if(draining_, is_over);
}

void Loop::close_peer(int fd, Peer& peer) {
  if (peer.has_output()) --with_output_;
  if (peer.spill) {
    peer.spill->input.clear();
    peer.spill->output.clear();
    peer.spill->next = 0;
  }
  ++peer.generation;
  peer.waiting = 0;
  peer.state = Peer::State::closed;
  UniqueFd(fd).reset();
}

}  // namespace joust::null_server
