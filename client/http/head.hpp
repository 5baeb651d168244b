// The head of an answer: status line and fields, and the framing of the body that they announce
// (RFC 9112 section 6.3). Pure: bytes in, value out; knows no connections.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "results/model/load_plan.hpp"

namespace joust::client {

/// Longer heads are refused; the bound is on the whole head, interim ones each.
inline constexpr std::size_t max_head_bytes = std::size_t{256} * 1024;

enum class BodyFraming : std::uint8_t { none, length, chunked, until_close };

struct Head {
  std::uint64_t length = 0;  // of the body; for BodyFraming::length only
  std::uint16_t status = 0;
  std::uint8_t minor_version = 1;
  BodyFraming framing = BodyFraming::none;
  bool keepalive = true;  // what version and Connection field say

  bool interim() const { return status >= 100 && status < 200; }
};

struct ParsedHead {
  Head head;
  const char* problem = nullptr;  // why these bytes are no head; null: they are one
};

/// `bytes`: from the status line to the empty line, both included. `answers_head_request`: the
/// request was a HEAD, so that no body follows whatever the fields say.
ParsedHead parse_head(std::string_view bytes, bool answers_head_request);

/// Size of the head at the front of `bytes`, empty line included; 0 where its end is not there yet.
/// `searched`: bytes at the front that an earlier call has seen without finding the end.
std::size_t head_size(std::string_view bytes, std::size_t searched = 0);

/// Whether `bytes` can still become a status line: garbage is refused at its first wrong byte.
bool may_begin_head(std::string_view bytes);

/// The fields of a head that `parse_head` accepts, in order; folded values are joined by a blank.
std::vector<Header> fields_of(std::string_view head);

}  // namespace joust::client
