// Between Beast and the site: a request out of Beast's message, an answer into one, and what
// Beast's parse errors mean to the client. For every way of driving the connection: knows no
// socket, no options and no event loop.
#pragma once

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/system/error_code.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "servers/site/request.hpp"
#include "servers/site/response.hpp"

namespace joust::beast {

namespace http = boost::beast::http;

using RequestParser = http::request_parser<http::string_body>;

/// Heads beyond it are refused, and nothing else that has to stand in the read buffer as a whole
/// (trailers, a chunk's line) may be twice as long.
constexpr std::uint32_t head_limit = 65536;

/// Views into `head`, which must stay alive.
site::Request read_request(const http::request_header<>& head);

/// Whether the client waits for a 100 before it sends the body.
bool expects_continue(const http::request_header<>& head);
inline constexpr std::string_view continue_answer = "HTTP/1.1 100 Continue\r\n\r\n";

/// The status to refuse with after a failed read; nothing where nobody is left to be told. Coarse
/// on purpose: Beast uses one and the same error for quite different mistakes.
std::optional<int> refusal_for(const boost::system::error_code& error);

/// An answer as Beast sends it. The body stays where it is; this keeps it alive.
class Answer {
 public:
  using Body = http::span_body<const char>;
  using Serializer = http::response_serializer<Body>;

  /// `request_body` becomes the body where the answer is the request's own. `version` as Beast
  /// counts: 10 or 11.
  Answer(site::Response response, std::string request_body, unsigned version,
         std::string_view date);
  Answer(const Answer&) = delete;  // Beast's message points into it
  Answer& operator=(const Answer&) = delete;
  ~Answer() = default;

  Serializer& serializer() { return serializer_; }
  /// To be sent after what the serializer has; null: nothing.
  const site::FileRange* file() const;
  int status() const { return static_cast<int>(message_.result_int()); }
  bool closes() const { return closes_; }

 private:
  bool closes_;
  bool send_body_;
  site::Body body_;
  http::response<Body> message_;
  Serializer serializer_;
};

}  // namespace joust::beast
