#include "suites/machine/ports.hpp"

#include <arpa/inet.h>
#include <cerrno>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/error.hpp"
#include "base/posix.hpp"
#include "base/unique_fd.hpp"

namespace joust::suites {

PortRange server_ports(PortRange ephemeral) {
  constexpr int lowest = 10'000;  // below are the well-known habits of other programs
  constexpr int enough = 1'000;
  if (ephemeral.low - lowest >= enough) {
    return {lowest, static_cast<std::uint16_t>(ephemeral.low - 1)};
  }
  if (65'535 - ephemeral.high >= enough) {
    return {static_cast<std::uint16_t>(ephemeral.high + 1), 65'535};
  }
  return ephemeral;
}

bool port_is_taken(const std::string& address, std::uint16_t port) {
  const UniqueFd probe{socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  if (!probe) throw os_error(errno, "make a socket to look at a port");
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_port = htons(port);
  if (inet_pton(AF_INET, address.c_str(), &at.sin_addr) != 1) {
    throw user_error("'{}' is no IPv4 address", address);
  }
  // With SO_REUSEADDR connections in TIME_WAIT are no obstacle, listeners still are.
  const int yes = 1;
  setsockopt(probe.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  return bind(probe.get(), reinterpret_cast<const sockaddr*>(&at), sizeof at) != 0 ||
         listen(probe.get(), 1) != 0;
}

PortPicker::PortPicker(PortRange range)
    : range_(range),
      // Spread processes over the range: pids are neighbours, a prime stride parts them.
      next_(static_cast<std::uint32_t>(getpid()) * 127U % range.size()) {}

std::uint16_t PortPicker::pick(const std::string& address) {
  const std::uint32_t size = range_.size();
  for (std::uint32_t tries = 0; tries < size; ++tries) {
    const auto port = static_cast<std::uint16_t>(range_.low + next_);
    next_ = (next_ + 1) % size;
    if (!port_is_taken(address, port)) return port;
  }
  throw machine_error("no free port for a server on {} between {} and {}", address, range_.low,
                      range_.high);
}

}  // namespace joust::suites
