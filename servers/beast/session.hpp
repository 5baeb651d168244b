// One connection of joust-beast-async: reads a request, answers, reads the next, by callbacks. Each
// pending operation holds the session; with none left it is gone. Belongs to one thread.
#pragma once

#include <memory>
#include <optional>

#include "servers/beast/connection.hpp"
#include "servers/beast/exchange.hpp"
#include "servers/beast/file_sender.hpp"
#include "servers/beast/net.hpp"
#include "servers/beast/upload.hpp"

namespace joust::beast {

class Session final : public Connection, public std::enable_shared_from_this<Session> {
 public:
  using Connection::Connection;
  void start() { read_next(); }

 private:
  bool has_begun() const override { return parser_->got_some(); }

  void read_next();
  void read_head();
  void on_head(error_code error);
  bool skip_empty_lines();
  void send_continue();
  void take_body();
  void read_body();
  void on_body(error_code error);
  void on_failed_read(error_code error);

  void take_request();
  void respond();
  void send(site::Response response, std::string request_body);
  void write_some();
  void on_written(error_code error);
  void send_file();
  void read_piece();
  void on_piece(error_code error);
  void on_sent();
  void hang_up();
  void drain();

  std::optional<RequestParser> parser_;  // has to be made anew for every request
  site::Request request_;                // views into the parser's message
  std::optional<Answer> answer_;
  std::optional<FileSender> file_;
  std::optional<Upload> upload_;  // takes the parser's place where a large body is echoed
};

/// A StartConnection.
void start_session(Socket socket, ThreadState& thread);

}  // namespace joust::beast
