#include "servers/site/chunked_body.hpp"

#include <algorithm>

#include "servers/site/request.hpp"
#include "servers/site/request_reader.hpp"

namespace joust::site {
namespace {

constexpr std::uint64_t most_before_last_digit = (std::uint64_t{1} << 56) - 1;  // sizes below 2^60
constexpr unsigned most_digits = 256;  // zeros in front are legal
constexpr std::size_t most_overhead = RequestReader::limit;

constexpr int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
constexpr bool is_control(char c) {
  return (static_cast<unsigned char>(c) < 32 && c != '\t') || c == 127;
}

}  // namespace

ChunkedBody::Step ChunkedBody::take(std::string_view window) {
  std::size_t at = 0;
  while (at < window.size() && at_ != At::end) {
    if (at_ == At::data) {
      const auto piece =
          static_cast<std::size_t>(std::min<std::uint64_t>(left_, window.size() - at));
      left_ -= piece;
      if (left_ == 0) at_ = At::data_cr;
      return {State::more, at + piece, window.substr(at, piece)};
    }
    if (!step(window[at])) return {State::malformed, at, {}};
    ++at;
  }
  return {at_ == At::end ? State::done : State::more, at, {}};
}

bool ChunkedBody::step(char c) {
  switch (at_) {
    case At::size:
      return size_digit(c);
    case At::blank:
      return is_blank(c) || (c == ';' && go(At::extension));
    case At::extension:
      return text(c, At::size_end);
    case At::size_end:
      return after_size(c);
    case At::data_cr:
      return c == '\r' && go(At::data_lf);
    case At::data_lf:
      return c == '\n' && go(At::size);
    case At::field:
      return c == '\r' ? go(At::last_lf) : is_token({&c, 1}) && go(At::name);
    case At::name:
      if (++overhead_ > most_overhead) return false;
      return c == ':' ? go(At::value) : is_token({&c, 1});
    case At::value:
      return text(c, At::value_end);
    case At::value_end:
      return c == '\n' && go(At::field);
    case At::last_lf:
      return c == '\n' && go(At::end);
    case At::data:
    case At::end:
      break;
  }
  return false;
}

bool ChunkedBody::size_digit(char c) {
  if (const int value = hex_value(c); value >= 0) {
    if (left_ > most_before_last_digit) return false;
    left_ = left_ * 16 + static_cast<unsigned>(value);
    return ++digits_ <= most_digits;
  }
  if (digits_ == 0) return false;
  if (c == '\r') return go(At::size_end);
  if (c == ';') return go(At::extension);
  return is_blank(c) && go(At::blank);
}

bool ChunkedBody::after_size(char c) {
  if (c != '\n') return false;
  digits_ = 0;
  return go(left_ > 0 ? At::data : At::field);
}

// Anything to the end of the line.
bool ChunkedBody::text(char c, At after) {
  if (++overhead_ > most_overhead) return false;
  return c == '\r' ? go(after) : !is_control(c);
}

}  // namespace joust::site
