#include "client/engines/socket.hpp"

#include <cerrno>
#include <netinet/in.h>
#include <netinet/tcp.h>

namespace joust::client {

UniqueFd make_socket(const Address& to) {
  const int family = to.address->sa_family;
  UniqueFd fd(::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!fd) return fd;
  const int on = 1;
  if (family != AF_UNIX) setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (to.source == nullptr) return fd;
  // The port is chosen by connect, which knows the peer: ports are shared between peers.
  setsockopt(fd.get(), IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
  if (bind(fd.get(), to.source, to.source_length) == 0) return fd;
  const int problem = errno;
  fd.reset();
  errno = problem;
  return fd;
}

}  // namespace joust::client
