// One connection of joust-beast-async --prepared: Beast's parser and Asio's reactor, and nothing
// else of theirs in the path of a request. Answers are sent at once from where they lie; Asio waits
// only for what does not fit into the socket. Belongs to one thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "servers/beast/connection.hpp"
#include "servers/beast/exchange.hpp"
#include "servers/beast/file_sender.hpp"
#include "servers/beast/net.hpp"
#include "servers/beast/site_parser.hpp"

namespace joust::beast {

class PreparedSession final : public Connection,
                              public std::enable_shared_from_this<PreparedSession> {
 public:
  using Connection::Connection;

  void start();

 private:
  enum class Parsed { request, piece, more, waits, failed };
  // What becomes of a body.
  enum class Incoming { held, echoed, dropped };

  bool has_begun() const override { return buffer_.size() > 0; }

  void read_more();
  void on_read(error_code error, std::size_t bytes);
  void read_later();
  void go_on();
  void start_next();
  void renew_parser();
  Parsed parse();
  Parsed parse_head();
  Parsed parse_body();
  void begin_body();
  void continue_later();
  bool is_answered() const { return incoming_ == Incoming::echoed; }
  Parsed judge(error_code error);
  bool send_piece();

  // In prepared_session_answer.cpp.
  bool answer();
  bool respond();
  void send_prepared(std::shared_ptr<const PreparedAnswer> prepared);
  void send_made(site::Response response);
  bool push();
  Sent push_bytes();
  bool on_sent();
  bool hang_up();
  void drain();

  std::optional<SiteParser> parser_;  // has to be made anew for every request
  ReadBuffer head_;                   // keeps the head's bytes in place while its body comes
  std::size_t parsed_ = 0;            // bytes of the buffer that the parser has had
  bool in_pieces_ = false;            // the head has not come at once
  bool in_body_ = false;
  Incoming incoming_ = Incoming::held;
  std::optional<int> refusal_;

  // What is being sent: the text, the rest of it in memory, a file; and what keeps them.
  std::string text_;
  site::Body body_;
  std::shared_ptr<const PreparedAnswer> prepared_;
  std::string_view first_;
  std::string_view second_;
  std::optional<FileSender> file_;
  int status_ = 200;
  bool closes_ = false;
};

/// A StartConnection.
void start_prepared_session(Socket socket, ThreadState& thread);

}  // namespace joust::beast
