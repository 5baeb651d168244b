// How bytes are moved between sockets and conversations. An engine opens, sends, receives and
// closes; a conversation decides what happens next. One of each a thread, nothing shared.
// Knows no HTTP and no measuring: only bytes, ends, errors and stamps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <sys/socket.h>
#include <vector>

namespace joust::client {

/// Number of a connection within its thread, from 0; it stays when the socket is replaced.
using Slot = std::uint32_t;

/// What the engine is to do with a connection.
enum class Next : std::uint8_t {
  wait,    // for whatever comes
  send,    // the request that `sending` returns
  reopen,  // close what is open, connect to what `address` returns
  close,
};

enum class Operation : std::uint8_t { opening, connecting, writing, reading };

/// What is known about a connection while bytes of it are handed over.
struct Surroundings {
  bool peer_closed = false;     // nobody will answer another request here
  bool request_unsent = false;  // a part of the request has not gone out yet
};

struct Address {
  const sockaddr* address = nullptr;
  socklen_t length = 0;
  const sockaddr* source = nullptr;  // to connect from; null: the system's choice
  socklen_t source_length = 0;
};

struct Order {
  Slot slot;
  Next next;
};

/// Stamps are CLOCK_MONOTONIC in nanoseconds: before the send, after the receive.
class Conversation {
 public:
  virtual ~Conversation() = default;

  virtual Address address(Slot slot) = 0;
  virtual Next connected(Slot slot, std::int64_t now_ns) = 0;
  /// The request is about to go out, stamped now; its bytes stay valid until it is answered.
  virtual std::string_view sending(Slot slot, std::int64_t now_ns) = 0;
  virtual Next received(Slot slot, std::string_view bytes, std::int64_t now_ns,
                        Surroundings around) = 0;
  virtual Next ended(Slot slot, std::int64_t now_ns) = 0;
  virtual Next broken(Slot slot, int error_number, Operation during, std::int64_t now_ns) = 0;

  /// Bytes are about to come: the most that one read should bring, where what follows those need
  /// not be looked at. Asked directly before the first `received` of a pass.
  virtual std::size_t first_piece(Slot slot) const = 0;
  /// Bytes to come that need not be looked at: the engine may drop them in the kernel.
  virtual std::uint64_t skippable(Slot slot) const = 0;
  virtual Next skipped(Slot slot, std::uint64_t bytes, std::int64_t now_ns,
                       Surroundings around) = 0;

  /// Events are about to be handed over: a moment to learn what was decided while there were none.
  virtual void woken(std::int64_t now_ns) = 0;
  /// Once a pass of the loop, outside any connection's events: what is due by time is put into
  /// `orders`. False ends the loop.
  virtual bool pass(std::int64_t now_ns, std::vector<Order>& orders) = 0;
  /// When `pass` is due at the latest, even where nothing happens.
  virtual std::int64_t wake_ns() const = 0;
  /// Whether `wake_ns` is meant to the microsecond, and every stamp of a pass as fresh: does not
  /// change.
  virtual bool is_paced() const = 0;
  /// Whether a request may be sent on a connection while an earlier one is unanswered: does not
  /// change.
  virtual bool is_pipelined() const = 0;
};

/// Counted where the sockets are, for comparison with what the readers used up.
struct EngineCounts {
  std::uint64_t received_bytes = 0;
  std::uint64_t sent_bytes = 0;
};

class Engine {
 public:
  virtual ~Engine() = default;
  /// Until `pass` says so. Error{machine} where the loop itself cannot run.
  virtual void run(Conversation& conversation) = 0;
  virtual EngineCounts counts() const = 0;
};

}  // namespace joust::client
