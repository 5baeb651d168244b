#include "servers/beast/exchange.hpp"

#include <boost/beast/http/error.hpp>
#include <boost/beast/http/field.hpp>
#include <utility>
#include <variant>

#include "servers/site/respond.hpp"

namespace joust::beast {
namespace {

constexpr http::field field_named(std::string_view name) {
  // The names are literals of the site: the compiler folds this away.
  if (name == "Server") return http::field::server;
  if (name == "Date") return http::field::date;
  if (name == "Content-Type") return http::field::content_type;
  if (name == "Content-Length") return http::field::content_length;
  if (name == "Last-Modified") return http::field::last_modified;
  if (name == "ETag") return http::field::etag;
  if (name == "Accept-Ranges") return http::field::accept_ranges;
  return http::field::unknown;
}

http::response<Answer::Body> head_of(const site::Response& response, unsigned version,
                                     std::string_view date) {
  http::response<Answer::Body> message;
  message.version(version);
  message.result(static_cast<unsigned>(response.status));
  const std::string_view reason = site::reason_of(response.status);
  // Beast knows the reasons of RFC 7231, the site those of RFC 9110.
  if (reason != http::obsolete_reason(message.result())) message.reason(reason);
  site::for_each_field(response, date, [&message](std::string_view name, std::string_view value) {
    const auto known = field_named(name);
    if (known != http::field::unknown) {
      message.insert(known, value);
    } else {
      message.insert(name, value);
    }
  });
  if (response.close) {
    message.insert(http::field::connection, "close");
  } else if (version < 11) {
    message.insert(http::field::connection, "keep-alive");
  }
  return message;
}

// Of what has neither been read nor come to its end. A field has its colon first, and lines that
// have been read are not in the buffer any more.
bool is_begin_of_request_line(std::string_view text) {
  const auto end = text.find_first_of(" :\n");
  return end != std::string_view::npos && text[end] == ' ' && text.find('\n') == text.npos;
}

}  // namespace

void make_head_room(ReadBuffer& buffer) {
  if (buffer.size() == 0 && buffer.capacity() > 2 * head_room) buffer.shrink_to_fit();
  buffer.reserve(head_room);
}

EmptyLines drop_empty_lines(ReadBuffer& buffer) {
  const std::size_t before = buffer.size();
  while (text_of(buffer).starts_with("\r\n")) buffer.consume(2);
  if (text_of(buffer) == "\r") return EmptyLines::half;
  return buffer.size() == before ? EmptyLines::none : EmptyLines::dropped;
}

site::Request read_request(const http::request_header<>& head) {
  site::Request read;
  read.method = head.method_string();
  read.target = head.target();
  read.minor_version = head.version() >= 11 ? 1 : 0;
  for (const auto& field : head) site::take_field(read, field.name_string(), field.value());
  return read;
}

bool is_echoed_on_the_way(const site::Request& request, const RequestParser& head) {
  const auto length = head.content_length();
  return length && *length > site::held_upload && site::echoes(request);
}

bool asks_for_head(const RequestParser& read, std::string_view unread) {
  const auto& head = read.get();
  if (head.method() == http::verb::head) return true;
  return head.method_string().empty() && site::is_begin_of_head(unread);
}

std::string_view text_of(const ReadBuffer& buffer) {
  const auto data = buffer.data();
  return {static_cast<const char*>(data.data()), data.size()};
}

std::optional<int> refusal_for(const boost::system::error_code& error, std::string_view head) {
  if (error == http::error::bad_version) {
    const auto line = head.substr(0, head.find('\n'));
    if (line.ends_with('\r')) {
      // What follows the target: Beast takes a space in a target for its end.
      const auto word = line.substr(line.find(' ', line.find(' ') + 1) + 1);
      // Beast takes 1.0 and 1.1 alone: another 1.x is a version, and not refused with 400.
      return site::refusal_of_version(word.substr(0, word.size() - 1)).value_or(505);
    }
  }
  const auto status = refusal_for(error);
  return status == 431 && is_begin_of_request_line(head) ? 414 : status;
}

std::optional<int> refusal_for(const boost::system::error_code& error) {
  if (error.category() != http::make_error_code(http::error::bad_method).category()) {
    return std::nullopt;
  }
  switch (static_cast<http::error>(error.value())) {
    case http::error::end_of_stream:
    case http::error::partial_message:
      return std::nullopt;
    case http::error::body_limit:
      return 413;
    case http::error::header_limit:
    case http::error::buffer_overflow:
      return 431;
    default:
      return 400;
  }
}

std::string_view bytes_of(const site::Body& body) {
  if (const auto* text = std::get_if<std::string>(&body)) return *text;
  if (const auto* prepared = std::get_if<site::PreparedBytes>(&body)) return prepared->bytes;
  return {};
}

Answer::Answer(site::Response response, std::string request_body, unsigned version,
               std::string_view date)
    : closes_(response.close),
      send_body_(response.send_body),
      body_(std::holds_alternative<site::RequestBody>(response.body)
                ? site::Body(std::move(request_body))
                : std::move(response.body)),
      message_(head_of(response, version, date)),
      serializer_(message_) {
  give(send_body_ ? bytes_of(body_) : std::string_view(), false);
}

void Answer::give(std::string_view piece, bool more) {
  // The serializer only reads; Beast uses the same body for reading into.
  message_.body() = {const_cast<char*>(piece.data()), piece.size(), more};
}

const site::FileRange* Answer::file() const {
  return send_body_ ? std::get_if<site::FileRange>(&body_) : nullptr;
}

}  // namespace joust::beast
