// A request as an engine hands it to the site: the request line, and of the fields what matters.
// The engine calls `take_field` once per field line, in order; nothing is copied, so the views must
// live as long as the Request. What a library's parser lets through is refused here, once for all.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace joust::site {

struct Request {
  std::string_view method;
  std::string_view target;  // as on the request line
  int minor_version = 1;    // of HTTP/1.x

  // Set by take_field.
  std::optional<std::string_view> if_match;
  std::optional<std::string_view> if_unmodified_since;
  std::optional<std::string_view> if_none_match;
  // Of lists that stand on several lines, the lines after the first: together they are one list.
  std::vector<std::string_view> further_if_match;
  std::vector<std::string_view> further_if_none_match;
  std::optional<std::string_view> if_modified_since;
  std::optional<std::string_view> if_range;
  std::optional<std::string_view> range;
  std::optional<std::string_view> content_length;
  bool chunked = false;
  bool expects_continue = false;
  bool other_expectation = false;  // an Expect other than 100-continue: 417
  bool close_asked = false;
  bool keep_alive_asked = false;
  unsigned hosts = 0;
  bool malformed = false;       // a field that no server may accept: 400
  bool unknown_coding = false;  // a Transfer-Encoding other than chunked: 501
};

void take_field(Request& request, std::string_view name, std::string_view value);

/// 400, 417 or 501 where the head as a whole must be refused (and the connection closed).
std::optional<int> refusal_of(const Request& request);

/// Of a request line's last word, "HTTP/1.1" say: nothing where it is a version 1, 505 where it is
/// another, 400 where it is no version at all.
std::optional<int> refusal_of_version(std::string_view version);

/// Whether the client lets the connection stay open after the answer.
bool keeps_alive(const Request& request);

/// RFC 9110, 5.6.2: what methods and the names of fields are made of.
bool is_token(std::string_view text);

/// Whether a comma-separated list has the element, letters' case apart.
bool list_contains(std::string_view list, std::string_view element);

}  // namespace joust::site
