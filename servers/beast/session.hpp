// One connection of joust-beast-async: reads a request, answers, reads the next, by callbacks. Each
// pending operation holds the session; with none left it is gone. Belongs to one thread.
#pragma once

#include <boost/beast/core/flat_buffer.hpp>
#include <memory>
#include <optional>

#include "servers/beast/exchange.hpp"
#include "servers/beast/file_sender.hpp"
#include "servers/beast/net.hpp"
#include "servers/beast/thread_state.hpp"

namespace joust::beast {

class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(Socket socket, ThreadState& thread);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session();

  void start();
  /// Once a tick: closes what has been silent for too long.
  void look();
  /// Closes at once where no request has begun, else after the answer.
  void stop();

 private:
  void begin(Phase phase);
  void close();

  void read_next();
  void read_head();
  void on_head(error_code error);
  bool skip_empty_lines();
  void send_continue();
  void read_body();
  void on_body(error_code error);
  void on_failed_read(error_code error);

  void take_request();
  void respond();
  void send(site::Response response, std::string request_body);
  void write_some();
  void on_written(error_code error);
  void send_file();
  void on_sent();
  void hang_up();
  void drain();

  Socket socket_;
  ThreadState& thread_;
  Phase phase_ = Phase::idle;
  std::uint64_t since_ = 0;  // the tick in which the phase, or its last progress, was
  Timer delay_;
  boost::beast::flat_buffer buffer_{std::size_t{2} * head_limit};
  std::optional<RequestParser> parser_;  // has to be made anew for every request
  site::Request request_;                // views into the parser's message
  std::optional<Answer> answer_;
  std::optional<FileSender> file_;
};

}  // namespace joust::beast
