// A request whose body is too large to be held, being echoed: a piece is read, and sent before the
// next one is read, so that a client that takes nothing is soon read no more. For every way of
// driving the connection: knows no socket. What Beast's examples do with buffer_body.
#pragma once

#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/system/error_code.hpp>
#include <memory>
#include <string_view>

#include "servers/beast/exchange.hpp"

namespace joust::beast {

class Upload {
 public:
  using Parser = http::request_parser<http::buffer_body>;

  /// Goes on where `head` stopped, before the body.
  explicit Upload(RequestParser&& head);

  /// The parser, with room for the next piece. To be read with until there is a piece.
  Parser& parser() { return parser_; }
  /// After a read: whether it failed. Beast also says that the room is full.
  static bool has_failed(const boost::system::error_code& error) {
    return error && error != http::error::need_buffer;
  }
  bool is_done() const { return parser_.is_done(); }
  bool has_piece() const;
  /// Gives the piece to the answer: the serializer has it until it asks for more.
  void pass_on(Answer& answer);

 private:
  static constexpr std::size_t room = body_room;

  void make_room();

  Parser parser_;
  std::unique_ptr<char[]> piece_;
};

}  // namespace joust::beast
