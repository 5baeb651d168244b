// How much of a file an engine sends before it looks after its other connections, and the sending
// of such a turn with sendfile(2). Measured to be cheapest, and different with the congestion
// control: docs/fairness.md says why. Knows no HTTP.
#pragma once

#include <cstdint>

#include "servers/site/response.hpp"

namespace joust::site {

enum class Sent {
  all,
  part,     // enough for one turn: let others have theirs
  blocked,  // the socket takes no more for now
  failed,   // the client is gone, or the file has shrunk: the connection is of no more use
};

/// Sends the begin of `left`, `turn` bytes at the most, and takes what was sent off it. `all`:
/// nothing is left.
Sent send_turn(int socket, FileRange& left, std::uint64_t turn);

class FileTurns {
 public:
  /// Before the file's first byte. Holds short segments back (TCP_CORK) until end(), so that all
  /// but the last leave full, unless the socket paces by the bandwidth it has seen (bbr): that one
  /// takes a corked sender for a slow path, and its timers then cost more than full segments save.
  void begin(int socket, std::uint64_t length);
  /// For each turn.
  std::uint64_t bytes() const { return corked_ ? corked_bytes : plain_bytes; }
  /// After its last byte. Not needed before a close.
  void end(int socket);

  /// Four segments of the loopback's MTU: turns of whole pages would each end in a segment of a few
  /// bytes.
  static constexpr std::uint64_t plain_bytes = std::uint64_t{4} * 65483;
  static constexpr std::uint64_t corked_bytes = std::uint64_t{1} << 20;

 private:
  bool corked_ = false;
};

}  // namespace joust::site
