#include "servers/site/request.hpp"

#include <algorithm>
#include <array>

namespace joust::site {
namespace {

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

bool same_word(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](char x, char y) { return lower(x) == lower(y); });
}

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_alpha(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }

constexpr std::array<bool, 256> token_letters = [] {
  std::array<bool, 256> letters{};
  for (unsigned c = 0; c < 128; ++c) {
    const char letter = static_cast<char>(c);
    letters[c] = is_alpha(letter) || is_digit(letter) ||
                 std::string_view("!#$%&'*+-.^_`|~").find(letter) != std::string_view::npos;
  }
  return letters;
}();

bool has_control(std::string_view value) {
  return std::any_of(value.begin(), value.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 32 && c != '\t') || c == 127;
  });
}

// Letters of a registered name, an address or a port (RFC 3986, 3.2.2); empty is legal.
bool is_host(std::string_view value) {
  return std::all_of(value.begin(), value.end(), [](char c) {
    return is_alpha(c) || is_digit(c) ||
           std::string_view("-._~%!$&'()*+,;=:[]").find(c) != std::string_view::npos;
  });
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

void take_content_length(Request& request, std::string_view value) {
  // 18 digits hold any length that a std::int64_t can, without overflow on the way.
  const bool number =
      !value.empty() && value.size() <= 18 && std::all_of(value.begin(), value.end(), is_digit);
  if (!number || (request.content_length && *request.content_length != value)) {
    request.malformed = true;
  }
  request.content_length = value;
}

void take_transfer_encoding(Request& request, std::string_view value) {
  if (request.chunked || !same_word(value, "chunked")) request.unknown_coding = true;
  request.chunked = true;
}

void take_expect(Request& request, std::string_view value) {
  if (same_word(value, "100-continue")) {
    request.expects_continue = true;
  } else {
    request.other_expectation = true;
  }
}

void take_connection(Request& request, std::string_view value) {
  if (list_contains(value, "close")) request.close_asked = true;
  if (list_contains(value, "keep-alive")) request.keep_alive_asked = true;
}

// RFC 9110, 5.3.
void take_line_of_list(std::optional<std::string_view>& first, std::vector<std::string_view>& more,
                       std::string_view value) {
  if (first) {
    more.push_back(value);
  } else {
    first = value;
  }
}

void take_host(Request& request, std::string_view value) {
  ++request.hosts;
  if (!is_host(value)) request.malformed = true;
}

}  // namespace

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return token_letters[static_cast<unsigned char>(c)];
  });
}

void take_field(Request& request, std::string_view name, std::string_view value) {
  value = trim(value);
  if (!is_token(name) || has_control(value)) {
    request.malformed = true;
    return;
  }
  // By length first: most fields of a request are none of these.
  switch (name.size()) {
    case 4:
      if (same_word(name, "host")) take_host(request, value);
      break;
    case 5:
      if (same_word(name, "range")) request.range = value;
      break;
    case 6:
      if (same_word(name, "expect")) take_expect(request, value);
      break;
    case 8:
      if (same_word(name, "if-match")) {
        take_line_of_list(request.if_match, request.further_if_match, value);
      }
      if (same_word(name, "if-range")) request.if_range = value;
      break;
    case 10:
      if (same_word(name, "connection")) take_connection(request, value);
      break;
    case 13:
      if (same_word(name, "if-none-match")) {
        take_line_of_list(request.if_none_match, request.further_if_none_match, value);
      }
      break;
    case 14:
      if (same_word(name, "content-length")) take_content_length(request, value);
      break;
    case 17:
      if (same_word(name, "if-modified-since")) request.if_modified_since = value;
      if (same_word(name, "transfer-encoding")) take_transfer_encoding(request, value);
      break;
    case 19:
      if (same_word(name, "if-unmodified-since")) request.if_unmodified_since = value;
      break;
    default:
      break;
  }
}

std::optional<int> refusal_of(const Request& request) {
  const bool host_missing = request.minor_version >= 1 && request.hosts == 0;
  // Two ways to frame a body, or chunks from a version that has none, are smuggling (RFC
  // 9112, 6.1).
  const bool framing = request.chunked && (request.content_length || request.minor_version == 0);
  if (request.malformed || host_missing || request.hosts > 1 || framing) return 400;
  if (request.unknown_coding) return 501;
  if (request.other_expectation && request.minor_version >= 1) return 417;
  return std::nullopt;
}

std::optional<int> refusal_of_version(std::string_view version) {
  const bool is_version = version.size() == 8 && version.starts_with("HTTP/") &&
                          is_digit(version[5]) && version[6] == '.' && is_digit(version[7]);
  if (!is_version) return 400;
  if (version[5] != '1') return 505;
  return std::nullopt;
}

bool keeps_alive(const Request& request) {
  if (request.close_asked) return false;
  return request.minor_version >= 1 || request.keep_alive_asked;
}

bool list_contains(std::string_view list, std::string_view element) {
  while (!list.empty()) {
    const auto comma = list.find(',');
    if (same_word(trim(list.substr(0, comma)), element)) return true;
    if (comma == std::string_view::npos) return false;
    list.remove_prefix(comma + 1);
  }
  return false;
}

}  // namespace joust::site
