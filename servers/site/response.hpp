// An answer as the site gives it to an engine: status, fields in one fixed order, and a body that
// can be sent without copying. The engine only moves bytes; it adds no field of its own.
#pragma once

#include <charconv>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "servers/site/documents.hpp"

namespace joust::site {

/// Bytes that `owner` keeps alive and unchanged: send them in place.
struct PreparedBytes {
  std::shared_ptr<const void> owner;
  std::string_view bytes;
};

/// A part of an open regular file that `owner` keeps open. The file may shrink meanwhile: an engine
/// that finds fewer bytes closes the connection.
struct FileRange {
  std::shared_ptr<const void> owner;
  int fd = -1;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
};

/// The request's own body, to be moved into the answer.
struct RequestBody {
  std::uint64_t length = 0;
};

using Body = std::variant<std::string, PreparedBytes, FileRange, RequestBody>;

struct Response {
  int status = 200;
  std::string_view content_type;             // a literal; empty: no such field
  std::uint64_t content_length = 0;          // of the body that GET has; HEAD says it too
  std::shared_ptr<const Document> document;  // gives Last-Modified, ETag and Accept-Ranges
  std::string content_range;                 // "" and the following: no such field
  std::string_view allow;
  std::string location;
  bool close = false;      // send Connection: close, then close
  bool send_body = true;   // false: HEAD, 304
  bool has_length = true;  // false: 304
  Body body;
};

/// The reason phrase of a status that the site uses, NUL-terminated.
const char* reason_of(int status);

/// Calls take(name, value) for every field but Connection, in the order in which all engines send
/// them. Values are NUL-terminated and valid during the call.
template <typename Take>
void for_each_field(const Response& response, std::string_view date, Take&& take) {
  take("Server", std::string_view("joust"));
  take("Date", date);
  if (!response.content_type.empty()) take("Content-Type", response.content_type);
  if (response.has_length) {
    char digits[24];
    *std::to_chars(digits, digits + sizeof digits - 1, response.content_length).ptr = '\0';
    take("Content-Length", std::string_view(digits));
  }
  if (response.document) {
    take("Last-Modified", std::string_view(response.document->last_modified));
    take("ETag", std::string_view(response.document->etag));
    take("Accept-Ranges", std::string_view("bytes"));
  }
  if (!response.content_range.empty())
    take("Content-Range", std::string_view(response.content_range));
  if (!response.allow.empty()) take("Allow", response.allow);
  if (!response.location.empty()) take("Location", std::string_view(response.location));
}

}  // namespace joust::site
