#include "servers/site/file_turns.hpp"

#include <array>
#include <netinet/in.h>
#include <netinet/tcp.h>
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

void FileTurns::begin(int socket, std::uint64_t length) {
  corked_ = length > plain_bytes && has_steady_pace(socket) && set_cork(socket, 1);
}

void FileTurns::end(int socket) {
  if (corked_) set_cork(socket, 0);
  corked_ = false;
}

}  // namespace joust::site
