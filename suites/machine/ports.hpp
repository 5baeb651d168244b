// TCP ports for servers that cannot pick their own, and whether a port is taken.
// Loopback and listening sockets only; knows no processes.
#pragma once

#include <cstdint>
#include <string>

#include "base/posix.hpp"

namespace joust::suites {

using posix::PortRange;

/// Ports the kernel does not give to outgoing connections, so that no client of a run can sit on a
/// chosen one. Below the ephemeral range where that holds a thousand or more, else above it, else
/// (no such place) the ephemeral range itself.
PortRange server_ports(PortRange ephemeral);

/// Whether somebody listens on address:port, or on every address at it.
bool port_is_taken(const std::string& address, std::uint16_t port);

/// Hands out free ports, a fresh one each time: connections in TIME_WAIT of the last server never
/// meet the next one.
class PortPicker {
 public:
  /// Starts at a place that differs from process to process.
  explicit PortPicker(PortRange range);

  /// A port nobody listens on at this moment. Error{machine} when there is none in the range.
  std::uint16_t pick(const std::string& address);

 private:
  PortRange range_;
  std::uint32_t next_ = 0;  // offset into the range
};

}  // namespace joust::suites
