// A connection of an event-driven server as its thread sees it: a socket, silent since some tick,
// to be ended. How requests are read and answers sent is its heirs' business. Belongs to one
// thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "servers/beast/exchange.hpp"
#include "servers/beast/net.hpp"
#include "servers/beast/thread_state.hpp"

namespace joust::beast {

class Connection {
 public:
  Connection(Socket socket, ThreadState& thread);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  virtual ~Connection();

  /// Once a tick: ends what has been silent for too long.
  void look();
  /// Closes at once where no request has begun, else after the answer.
  void stop();

 protected:
  /// Also for progress within a phase: it is silence that is timed.
  void begin(site::Phase phase) {
    phase_ = phase;
    since_ = thread_.now;
    told_ = false;
  }
  /// The status to refuse with after a read that failed, with what there is of a head; nothing
  /// where nobody is left to be told.
  std::optional<int> status_after(const error_code& error, std::string_view head = {}) const;
  /// Whether a byte of the next request has come; asked while idle.
  virtual bool has_begun() const = 0;
  /// What is pending ends with an error, and the connection with it.
  void close();
  /// After the last answer, of which these are the status and the request (why: see lingers()).
  /// True: nothing more is sent; what the client sends is to be read and forgotten until it closes.
  /// False: to be closed.
  bool begin_to_drain(int status, bool request_is_whole, std::size_t unread);

  ThreadState& thread_;
  Socket socket_;
  Timer delay_;
  ReadBuffer buffer_{most_buffered};

 private:
  site::Phase phase_ = site::Phase::idle;
  std::uint64_t since_ = 0;  // the tick in which the phase, or its last progress, was
  bool told_ = false;        // its time is over, and an answer shall say so
};

}  // namespace joust::beast
