#include "tests/support/closed_port.hpp"

#include <cerrno>
#include <netinet/in.h>
#include <sys/socket.h>

#include "base/error.hpp"
#include "base/posix.hpp"

namespace joust::test {
namespace {

UniqueFd bound_socket() {
  UniqueFd fd(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  // The socket API speaks of every kind of address through the one base type.
  if (bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    throw os_error(errno, "cannot bind a socket to any port of 127.0.0.1");
  }
  return fd;
}

}  // namespace

ClosedPort::ClosedPort() : socket_(bound_socket()), number_(posix::local_port(socket_.get())) {}

}  // namespace joust::test
