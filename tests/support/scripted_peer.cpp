#include "tests/support/scripted_peer.hpp"

#include <algorithm>
#include <array>
#include <netdb.h>
#include <optional>
#include <poll.h>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

#include "base/posix.hpp"

namespace joust::test {
namespace {

void close_with_reset(int socket_fd) {
  const linger at_once{1, 0};
  setsockopt(socket_fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

std::size_t body_length(std::string_view head) {
  const std::string_view name = "Content-Length: ";
  const auto found = head.find(name);
  if (found == std::string_view::npos) return 0;
  return std::stoul(std::string(head.substr(found + name.size(), 20)));
}

bool waits_for_no_request(const Script& script) {
  return !script.parts.empty() && script.parts.front().before_request;
}

}  // namespace

/// Requests off one connection; blocking.
struct ScriptedPeer::Reading {
  int socket_fd;
  std::string bytes{};
  std::string line{};  // the first one of the last request

  bool more() {
    std::array<char, 65536> buffer;
    const ssize_t size = recv(socket_fd, buffer.data(), buffer.size(), 0);
    if (size > 0) bytes.append(buffer.data(), static_cast<std::size_t>(size));
    return size > 0;
  }
  /// Takes one request off; false when the peer has closed. The body is left where `head_only`.
  bool request(bool head_only) {
    std::size_t end = bytes.find("\r\n\r\n");
    while (end == std::string::npos) {
      if (!more()) return false;
      end = bytes.find("\r\n\r\n");
    }
    const std::size_t head = end + 4;
    line = bytes.substr(0, bytes.find("\r\n"));
    const std::size_t whole = head_only ? head : head + body_length(bytes.substr(0, head));
    while (bytes.size() < whole)
      if (!more()) return false;
    bytes.erase(0, whole);
    return true;
  }
  void drain() {
    while (more()) bytes.clear();
  }
};

ScriptedPeer::ScriptedPeer(Script script, const std::string& address)
    : script_(std::move(script)),
      address_(address),
      listener_(posix::listen_tcp({address})),
      port_(posix::local_port(listener_.get())),
      acceptor_([this] { accept_all(); }) {}

ScriptedPeer::~ScriptedPeer() {
  stopping_ = true;
  shutdown(listener_.get(), SHUT_RDWR);  // wakes the acceptor
  acceptor_.join();
  {
    const std::lock_guard lock(mutex_);
    for (const int socket_fd : open_) shutdown(socket_fd, SHUT_RDWR);
  }
  for (std::thread& player : players_) player.join();
}

std::string ScriptedPeer::url(const std::string& target) const {
  const bool ipv6 = address_.find(':') != std::string::npos;
  return "http://" + (ipv6 ? "[" + address_ + "]" : address_) + ":" + std::to_string(port_) +
         target;
}

std::vector<std::string> ScriptedPeer::request_lines() const {
  const std::lock_guard lock(mutex_);
  return request_lines_;
}

std::vector<std::string> ScriptedPeer::sources() const {
  const std::lock_guard lock(mutex_);
  return sources_;
}

void ScriptedPeer::accept_all() {
  while (!stopping_) {
    pollfd ready{listener_.get(), POLLIN, 0};
    poll(&ready, 1, -1);
    sockaddr_storage from{};
    socklen_t size = sizeof from;
    auto* const address = reinterpret_cast<sockaddr*>(&from);
    const int socket_fd = accept4(listener_.get(), address, &size, SOCK_CLOEXEC);
    if (socket_fd < 0) continue;
    posix::set_tcp_nodelay(socket_fd);
    ++connections_;
    const std::lock_guard lock(mutex_);
    std::array<char, NI_MAXHOST> text{};
    getnameinfo(address, size, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST);
    sources_.emplace_back(text.data());
    open_.push_back(socket_fd);
    players_.emplace_back([this, socket_fd] { play(socket_fd); });
  }
}

void ScriptedPeer::play(int socket_fd) {
  Reading reading{socket_fd};
  bool first = true;
  while (play_once(reading, first)) first = false;
  const std::lock_guard lock(mutex_);
  std::erase(open_, socket_fd);
  close(socket_fd);
}

/// False when the peer has closed.
bool ScriptedPeer::read_request(Reading& reading) {
  if (!reading.request(script_.start_at_head)) return false;
  ++requests_;
  const std::lock_guard lock(mutex_);
  request_lines_.push_back(reading.line);
  return true;
}

/// False when the connection is done with.
bool ScriptedPeer::play_once(Reading& reading, bool first) {
  if (!first && script_.then_silent) {
    reading.drain();
    return false;
  }
  if (!(first && waits_for_no_request(script_))) {
    if (!read_request(reading)) return false;
  }
  for (std::size_t i = 0; i < script_.parts.size(); ++i) {
    const ScriptPart& part = script_.parts[i];
    if (part.wait_request && !read_request(reading)) return false;
    if (part.delay.count() > 0) std::this_thread::sleep_for(part.delay);
    if (!send_part(reading.socket_fd, part, i + 1 == script_.parts.size())) return false;
  }
  switch (script_.end) {
    case ScriptEnd::keep:
      return true;
    case ScriptEnd::reset:
      close_with_reset(reading.socket_fd);
      return false;
    case ScriptEnd::half:
      shutdown(reading.socket_fd, SHUT_WR);
      reading.drain();
      return false;
    case ScriptEnd::close:
      return false;
  }
  return false;
}

/// False when the peer is known to have gone.
bool ScriptedPeer::send_part(int socket_fd, const ScriptPart& part, bool last) const {
  // Where the end follows, the last bytes wait for the FIN and leave in one segment with it.
  const bool with_fin = last && (script_.end == ScriptEnd::close || script_.end == ScriptEnd::half);
  constexpr std::size_t batch = 1 << 20;
  std::uint64_t left = part.bytes.empty() ? 0 : part.repeat;
  std::string text;
  while (left > 0) {
    const std::uint64_t times =
        std::min<std::uint64_t>(left, std::max<std::size_t>(1, batch / part.bytes.size()));
    text.clear();
    for (std::uint64_t i = 0; i < times; ++i) text += part.bytes;
    left -= times;
    std::string_view rest = text;
    while (!rest.empty()) {
      const int flags = MSG_NOSIGNAL | (with_fin && left == 0 ? MSG_MORE : 0);
      const ssize_t sent = send(socket_fd, rest.data(), rest.size(), flags);
      if (sent <= 0) return false;
      rest.remove_prefix(static_cast<std::size_t>(sent));
    }
  }
  return true;
}

}  // namespace joust::test
