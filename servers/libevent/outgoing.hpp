// What goes out on a connection. Answers of one turn are gathered and sent straight to the socket
// while nothing waits before them; what the socket does not take goes to the bufferevent's output,
// which waits for the client. Knows no HTTP.
#pragma once

#include <event2/bufferevent.h>
#include <optional>
#include <string>
#include <string_view>

#include "servers/site/file_turns.hpp"
#include "servers/site/response.hpp"

namespace joust::libevent {

/// One thread's buffer for gathering, empty between two turns of the loop.
class Gathered {
 public:
  Gathered() { text_.reserve(capacity); }
  std::string& text() { return text_; }
  bool full() const { return text_.size() >= capacity / 2; }

 private:
  static constexpr std::size_t capacity = 65536;
  std::string text_;
};

class Outgoing {
 public:
  Outgoing(bufferevent* connection, Gathered& gathered);

  /// For heads and small bodies: to be appended to, and sent with the next call below.
  std::string& gather() { return gathered_.text(); }
  bool gathered_enough() const { return gathered_.full(); }

  // False: the connection is broken.
  bool flush() { return send({}, 0); }
  /// `owner` keeps the bytes; without one, what the socket does not take is copied.
  bool send(const site::PreparedBytes& bytes, int flags = 0);
  /// The file's bytes go after what was gathered, some at each turn.
  bool send_file(const site::FileRange& part);
  /// To be called when the output has drained: goes on with the file.
  bool go_on();

  /// The client has to take something before more can be sent.
  bool waits() const { return queued() > 0; }
  std::size_t queued() const;
  /// libevent takes a socket that is full after all for the end of a file that it is sending. True:
  /// it was mistaken, and goes on.
  bool survives_end_of_file();

 private:
  bool queue(std::string_view gathered, const site::PreparedBytes& bytes, std::size_t sent);
  bool send_piece();
  bool queue_piece();

  bufferevent* connection_;
  int socket_;
  Gathered& gathered_;
  std::optional<site::FileRange> file_;  // what is neither sent nor queued; maybe nothing any more
  site::FileTurns turns_;                // of that file
};

}  // namespace joust::libevent
