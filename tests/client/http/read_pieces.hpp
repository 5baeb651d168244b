// Reading an answer that comes in pieces.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "client/http/response_reader.hpp"

namespace joust::client {

/// What a stream of bytes, cut in two or more, turned out to be.
struct Outcome {
  std::string verdict;  // "complete", "broken", "cut short", "open"
  int status = 0;
  bool keepalive = false;
  std::string body;
  std::uint64_t used = 0;
  std::uint64_t surplus = 0;

  bool operator==(const Outcome&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Outcome& outcome);

/// Feeds `pieces` and then, where asked for, the end of the stream.
Outcome read_pieces(const std::vector<std::string_view>& pieces, HeadMemory& memory, bool ends);

}  // namespace joust::client
