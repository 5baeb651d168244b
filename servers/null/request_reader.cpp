#include "servers/null/request_reader.hpp"

#include <algorithm>

namespace joust::null_server {
namespace {

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

bool same_word(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](char x, char y) { return lower(x) == lower(y); });
}

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9') ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  });
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 32 && c != '\t') || byte == 127;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool lists(std::string_view list, std::string_view word) {
  for (;;) {
    const auto comma = list.find(',');
    if (same_word(trim(list.substr(0, comma)), word)) return true;
    if (comma == std::string_view::npos) return false;
    list.remove_prefix(comma + 1);
  }
}

struct Fields {
  unsigned hosts = 0;
  bool close = false;
  bool keep_alive = false;
};

// False: the request cannot be read any further.
bool take_field(Fields& fields, std::string_view line) {
  const auto colon = line.find(':');
  if (colon == std::string_view::npos || !is_token(line.substr(0, colon))) return false;
  const auto name = line.substr(0, colon);
  const auto value = trim(line.substr(colon + 1));
  if (std::any_of(value.begin(), value.end(), is_control)) return false;
  if (same_word(name, "host")) ++fields.hosts;
  if (same_word(name, "connection")) {
    fields.close = fields.close || lists(value, "close");
    fields.keep_alive = fields.keep_alive || lists(value, "keep-alive");
  }
  // A body is not read.
  if (same_word(name, "transfer-encoding")) return false;
  return !same_word(name, "content-length") || value == "0";
}

bool read_request_line(std::string_view line, RequestHead& head, bool& http10) {
  const auto first = line.find(' ');
  const auto last = line.rfind(' ');
  if (first == std::string_view::npos || last == first) return false;
  const auto method = line.substr(0, first);
  const auto protocol = line.substr(last + 1);
  head.target = line.substr(first + 1, last - first - 1);
  head.head_only = method == "HEAD";
  http10 = protocol == "HTTP/1.0";
  const bool target_plain = std::none_of(head.target.begin(), head.target.end(),
                                         [](char c) { return c == ' ' || is_control(c); });
  return target_plain && !head.target.empty() && (head.head_only || method == "GET") &&
         (http10 || protocol == "HTTP/1.1");
}

bool read_lines(std::string_view lines, RequestHead& head) {
  bool http10 = false;
  auto end = lines.find("\r\n");
  if (!read_request_line(lines.substr(0, end), head, http10)) return false;
  Fields fields;
  while (end != std::string_view::npos) {
    lines.remove_prefix(end + 2);
    end = lines.find("\r\n");
    if (!take_field(fields, lines.substr(0, end))) return false;
  }
  if (fields.hosts > 1 || (fields.hosts == 0 && !http10)) return false;
  if (fields.close || (http10 && !fields.keep_alive)) {
    head.connection = Connection::close;
  } else if (http10) {
    head.connection = Connection::keep_http10;
  }
  return true;
}

// A line that ends in LF alone will never be followed by the end that is waited for.
bool has_bare_line_feed(std::string_view text) {
  for (auto at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    if (at == 0 || text[at - 1] != '\r') return true;
  }
  return false;
}

}  // namespace

RequestHead read_request_head(std::string_view data) {
  constexpr std::string_view head_end = "\r\n\r\n";
  RequestHead head;
  std::size_t blank = 0;  // empty lines in front are skipped (RFC 9112, 2.2)
  while (data.substr(blank, 2) == "\r\n") blank += 2;
  const auto text = data.substr(blank);
  const auto end = text.find(head_end);
  if (end == std::string_view::npos || end > max_head_bytes) {
    const bool hopeless = data.size() > max_head_bytes || has_bare_line_feed(text);
    head.state = hopeless ? RequestHead::State::bad : RequestHead::State::incomplete;
    return head;
  }
  head.state = read_lines(text.substr(0, end), head) ? RequestHead::State::complete
                                                     : RequestHead::State::bad;
  head.size = blank + end + head_end.size();
  return head;
}

}  // namespace joust::null_server
