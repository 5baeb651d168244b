// The state of one connection between events: small, because there are tens of thousands.
// Only data; client/load/load_loop decides what it means.
#pragma once

#include <cstdint>

#include "client/http/response_reader.hpp"
#include "client/load/verifier.hpp"

namespace joust::client {

struct Connection {
  enum class Phase : std::uint8_t {
    idle,         // no request; in an open loop the socket may be open
    connecting,   // a request waits for the connection
    outstanding,  // the request, and with it those queued behind it, is on its way
    backing_off,  // no request; the next one is taken up at mark_ns
  };

  ResponseReader reader;
  std::int64_t sent_ns = 0;        // the request's first send; 0: not yet
  std::int64_t first_byte_ns = 0;  // of the answer; 0: none yet
  std::int64_t due_ns = 0;         // by the schedule of an open loop
  std::int64_t late_ns = 0;        // taken up so long after it was due and the connection free
  std::int64_t mark_ns = 0;        // since when it connects, turns round or backs off
  std::uint32_t address = 0;       // index of the one to connect to
  std::uint32_t target = 0;        // index of the one asked for
  std::uint32_t answers = 0;       // that came on this socket
  std::uint16_t addresses_tried = 0;
  std::uint8_t connect_failures = 0;  // in a row, for the back-off
  Phase phase = Phase::idle;
  ContentCheck check = ContentCheck::undecided;
  bool retried = false;     // the request has been sent again once
  bool carried_in = false;  // the request was started before the window
  bool was_open = false;    // a socket of this connection has been open before
  bool is_open = false;     // it has a socket that requests can be sent on
  bool was_busy = false;    // counted among the connections that have been at work

  /// The socket has carried an answer: its end before the next one is nobody's failure.
  bool reused() const { return answers > 0; }
};
static_assert(sizeof(Connection) <= 112, "state a connection; the engine adds 8 to 16 bytes");

}  // namespace joust::client
