// Between Beast and the site: a request out of Beast's message, an answer into one, and what
// Beast's parse errors mean to the client. For every way of driving the connection: knows no
// socket, no options and no event loop.
#pragma once

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/system/error_code.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "servers/site/request.hpp"
#include "servers/site/request_reader.hpp"
#include "servers/site/response.hpp"

namespace joust::beast {

namespace http = boost::beast::http;

using RequestParser = http::request_parser<http::string_body>;

/// Heads beyond it are refused.
constexpr std::uint32_t head_limit = site::RequestReader::limit;

/// What a connection reads into. Beast reads as much as there is room for, so the room of an idle
/// connection is that of a usual head, lest ten thousand of them need much memory.
using ReadBuffer = boost::beast::flat_buffer;
/// Nor may anything else be longer that has to stand in the buffer as a whole (trailers, a chunk's
/// line): Beast's fields throw where a trailer is of 64 KiB, from where nobody could catch it.
constexpr std::size_t most_buffered = head_limit;
constexpr std::size_t head_room = 2048;
constexpr std::size_t body_room = 65536;

/// Before the next head: room for it, and no more than that where a large one or a body has been.
void make_head_room(ReadBuffer& buffer);

enum class EmptyLines {
  none,     // nothing has been dropped
  dropped,  // read the head again
  half,     // the buffer ends in the middle of one: more bytes first
};
/// Drops CRLF before a request line, which RFC 9112 (2.2) wants ignored and Beast refuses with
/// bad_method. To be called only then: it costs other requests nothing.
EmptyLines drop_empty_lines(ReadBuffer& buffer);

/// Views into `head`, which must stay alive.
site::Request read_request(const http::request_header<>& head);

/// Whether the answer begins before the body has ended, which is not held then. Of a request that
/// is not refused, whose head is read.
bool is_echoed_on_the_way(const site::Request& request, const RequestParser& head);

/// Whether the client waits for a 100 before it sends the body.
inline bool awaits_continue(const site::Request& request) {
  return request.expects_continue && request.minor_version >= 1;
}

/// Of a request that is refused: as far as it has been read, and the text that has not.
bool asks_for_head(const RequestParser& read, std::string_view unread);

/// The status to refuse with after a failed read; nothing where nobody is left to be told. Coarse
/// on purpose: Beast uses one and the same error for quite different mistakes.
std::optional<int> refusal_for(const boost::system::error_code& error);

/// As above. `head`: the text that could not be read, for what it tells apart: a version that is
/// none of ours from one that is none at all, a request line that is too long from fields that are.
std::optional<int> refusal_for(const boost::system::error_code& error, std::string_view head);

std::string_view text_of(const ReadBuffer& buffer);

/// The bytes that go out with the head; a file's do not.
std::string_view bytes_of(const site::Body& body);

/// An answer as Beast sends it. The body stays where it is; this keeps it alive. That of an Upload
/// comes in pieces.
class Answer {
 public:
  using Body = http::buffer_body;
  using Serializer = http::response_serializer<Body>;

  /// `request_body` becomes the body where the answer is the request's own. `version` as Beast
  /// counts: 10 or 11.
  Answer(site::Response response, std::string request_body, unsigned version,
         std::string_view date);
  Answer(const Answer&) = delete;  // Beast's message points into it
  Answer& operator=(const Answer&) = delete;
  ~Answer() = default;

  Serializer& serializer() { return serializer_; }
  /// Of a body that is not there yet, for the serializer to send next; it asks for the following
  /// one with need_buffer. `piece` stays with the caller until then.
  void give(std::string_view piece, bool more);
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

/// Whether what the client may still send has to be read before its socket is closed. To close it
/// while more comes resets the connection, and a reset may destroy the answer before the client has
/// read it. A client whose request is answered to its end sends nothing more.
inline bool lingers(int status, bool request_is_whole, std::size_t unread) {
  return status >= 400 || !request_is_whole || unread > 0;
}

}  // namespace joust::beast
