#include "servers/site/file_turns.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/sendfile.h>
#include <sys/socket.h>

#include "base/congestion_control.hpp"

namespace joust::site {
namespace {

constexpr std::size_t longest_name = 16;  // TCP_CA_NAME_MAX of the kernel

// Not on other sockets than TCP's.
bool has_steady_pace(int socket) {
  std::array<char, longest_name> name{};
  socklen_t length = name.size();
  return getsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, name.data(), &length) == 0 &&
         !paces_by_bandwidth({name.data(), length});
}

bool set_cork(int socket, int on) {
  return setsockopt(socket, IPPROTO_TCP, TCP_CORK, &on, sizeof on) == 0;
}

}  // namespace

Sent send_turn(int socket, FileRange& left, std::uint64_t turn) {
  turn = std::min(turn, left.length);
  while (turn > 0) {
    auto offset = static_cast<off_t>(left.offset);
    const ssize_t n = sendfile(socket, left.fd, &offset, static_cast<std::size_t>(turn));
    if (n < 0) {
      if (errno == EINTR) continue;
      return errno == EAGAIN ? Sent::blocked : Sent::failed;
    }
    if (n == 0) return Sent::failed;
    const auto sent = static_cast<std::uint64_t>(n);
    left.offset += sent;
    left.length -= sent;
    turn -= sent;
  }
  return left.length > 0 ? Sent::part : Sent::all;
}

void FileTurns::begin(int socket, std::uint64_t length) {
  corked_ = length > plain_bytes && has_steady_pace(socket) && set_cork(socket, 1);
}

void FileTurns::end(int socket) {
  if (corked_) set_cork(socket, 0);
  corked_ = false;
}

}  // namespace joust::site
