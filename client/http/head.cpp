#include "client/http/head.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <string>

#include "client/http/request.hpp"

namespace joust::client {
namespace {

constexpr std::string_view version_prefix = "HTTP/1.";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Takes the next line off `rest`, without its line end (CRLF, or LF alone as RFC 9112 2.2 allows).
std::string_view take_line(std::string_view& rest) {
  const auto end = rest.find('\n');
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

/// Calls `use(element)` for every element of a comma-separated list; stops when it returns false.
template <typename Use>
bool each_element(std::string_view list, Use&& use) {
  while (true) {
    const auto comma = list.find(',');
    const std::string_view element = trimmed(list.substr(0, comma));
    if (!element.empty() && !use(element)) return false;
    if (comma == std::string_view::npos) return true;
    list.remove_prefix(comma + 1);
  }
}

/// A length up to 2^63 - 1, digits only.
std::optional<std::uint64_t> parse_length(std::string_view text) {
  constexpr std::uint64_t limit = std::numeric_limits<std::int64_t>::max();
  if (text.empty()) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : text) {
    if (!is_digit(c)) return std::nullopt;
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (value > (limit - digit) / 10) return std::nullopt;
    value = value * 10 + digit;
  }
  return value;
}

/// What the fields say about framing and persistence, collected before the rules are applied.
struct Framing {
  std::optional<std::uint64_t> length;
  bool has_coding = false;
  bool chunked_last = false;
  bool close = false;
  bool keep_alive = false;
};

const char* take_content_length(std::string_view value, Framing& framing) {
  if (value.empty()) return "empty Content-Length";
  const char* problem = nullptr;
  each_element(value, [&](std::string_view element) {
    const auto length = parse_length(element);
    if (!length)
      problem = "Content-Length is not a number below 2^63";
    else if (framing.length && *framing.length != *length)
      problem = "different Content-Lengths";
    framing.length = length;
    return problem == nullptr;
  });
  if (problem == nullptr && !framing.length) problem = "empty Content-Length";
  return problem;
}

const char* take_transfer_encoding(std::string_view value, Framing& framing) {
  const bool fine = each_element(value, [&](std::string_view element) {
    const std::string_view coding = trimmed(element.substr(0, element.find(';')));
    const bool chunked = same_name(coding, "chunked");
    if (chunked && framing.chunked_last) return false;  // applied twice
    framing.chunked_last = chunked;
    framing.has_coding = true;
    return true;
  });
  return fine ? nullptr : "chunked applied twice";
}

void take_connection(std::string_view value, Framing& framing) {
  each_element(value, [&](std::string_view element) {
    if (same_name(element, "close")) framing.close = true;
    if (same_name(element, "keep-alive")) framing.keep_alive = true;
    return true;
  });
}

const char* take_field(std::string_view name, std::string_view value, Framing& framing) {
  // Only three names matter and they differ in length: most fields cost one comparison.
  switch (name.size()) {
    case 10:
      if (same_name(name, "connection")) take_connection(value, framing);
      return nullptr;
    case 14:
      return same_name(name, "content-length") ? take_content_length(value, framing) : nullptr;
    case 17:
      return same_name(name, "transfer-encoding") ? take_transfer_encoding(value, framing)
                                                  : nullptr;
    default:
      return nullptr;
  }
}

const char* parse_status_line(std::string_view line, Head& head) {
  // "HTTP/1.1 200 OK", "HTTP/1.1 200 ", and "HTTP/1.1 200" as some servers write it
  constexpr std::size_t shortest = 12;
  if (line.size() < shortest || line.substr(0, version_prefix.size()) != version_prefix ||
      !is_digit(line[7]) || line[8] != ' ')
    return "no HTTP/1 status line";
  if (!is_digit(line[9]) || !is_digit(line[10]) || !is_digit(line[11]) || line[9] == '0')
    return "no three-digit status code";
  if (line.size() > shortest && line[shortest] != ' ') return "no blank after the status code";
  head.minor_version = static_cast<std::uint8_t>(line[7] - '0');
  head.status =
      static_cast<std::uint16_t>((line[9] - '0') * 100 + (line[10] - '0') * 10 + (line[11] - '0'));
  return nullptr;
}

bool has_stray_control(std::string_view line) {
  return std::any_of(line.begin(), line.end(), [](char c) { return c == '\r' || c == '\0'; });
}

/// Calls `use(name, value)` for every field, folded lines joined; returns the first problem.
template <typename Use>
const char* each_field(std::string_view rest, Use&& use) {
  std::string_view name;
  std::string_view value;
  std::string folded;  // only where a value is folded
  while (!rest.empty()) {
    const std::string_view line = take_line(rest);
    if (line.empty()) break;
    if (has_stray_control(line)) return "control character in a field";
    if (is_blank(line.front())) {
      if (name.empty()) return "folded line without a field";
      std::string joined(value);
      joined += ' ';
      joined += trimmed(line);
      folded = std::move(joined);
      value = trimmed(folded);
      continue;
    }
    if (!name.empty())
      if (const char* problem = use(name, value)) return problem;
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) return "field without a colon";
    name = line.substr(0, colon);
    if (!is_token(name)) return "malformed field name";
    value = trimmed(line.substr(colon + 1));
  }
  return name.empty() ? nullptr : use(name, value);
}

void decide(const Framing& framing, bool answers_head_request, Head& head) {
  head.keepalive = !framing.close && (head.minor_version >= 1 || framing.keep_alive);
  const bool bodiless =
      answers_head_request || head.interim() || head.status == 204 || head.status == 304;
  if (bodiless) {
    head.framing = BodyFraming::none;
  } else if (framing.has_coding) {
    // A coding beside a length, or in HTTP/1.0, is read as the coding says and then not trusted
    // with another request (RFC 9112 6.1, 6.3).
    head.framing = framing.chunked_last ? BodyFraming::chunked : BodyFraming::until_close;
    if (framing.length || head.minor_version == 0 || !framing.chunked_last) head.keepalive = false;
  } else if (framing.length) {
    head.framing = BodyFraming::length;
    head.length = *framing.length;
  } else {
    head.framing = BodyFraming::until_close;
    head.keepalive = false;
  }
}

}  // namespace

ParsedHead parse_head(std::string_view bytes, bool answers_head_request) {
  ParsedHead parsed;
  std::string_view rest = bytes;
  const std::string_view status_line = take_line(rest);
  parsed.problem = has_stray_control(status_line) ? "control character in the status line"
                                                  : parse_status_line(status_line, parsed.head);
  if (parsed.problem != nullptr) return parsed;
  Framing framing;
  parsed.problem = each_field(rest, [&](std::string_view name, std::string_view value) {
    return take_field(name, value, framing);
  });
  if (parsed.problem != nullptr) return parsed;
  if (parsed.head.status == 101)
    parsed.problem = "switching protocols, which nobody asked for";
  else
    decide(framing, answers_head_request, parsed.head);
  return parsed;
}

std::size_t head_size(std::string_view bytes, std::size_t searched) {
  // The end is LF LF or LF CR LF: go back far enough to see one that was cut.
  std::size_t from = searched > 2 ? searched - 2 : 0;
  while (true) {
    const auto line_end = bytes.find('\n', from);
    if (line_end == std::string_view::npos) return 0;
    const std::string_view after = bytes.substr(line_end + 1, 2);
    if (!after.empty() && after[0] == '\n') return line_end + 2;
    if (after == "\r\n") return line_end + 3;
    from = line_end + 1;
  }
}

bool may_begin_head(std::string_view bytes) {
  const std::size_t common = std::min(bytes.size(), version_prefix.size());
  return bytes.substr(0, common) == version_prefix.substr(0, common);
}

std::vector<Header> fields_of(std::string_view head) {
  std::vector<Header> fields;
  std::string_view rest = head;
  take_line(rest);
  each_field(rest, [&](std::string_view name, std::string_view value) -> const char* {
    fields.push_back({std::string(name), std::string(value)});
    return nullptr;
  });
  return fields;
}

}  // namespace joust::client
