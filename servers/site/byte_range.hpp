// The Range field of a request: one range of bytes (RFC 9110, 14.1.2).
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

namespace joust::site {

struct WholeFile {};      // no usable Range: several ranges, another unit, not a range at all
struct Unsatisfiable {};  // 416
struct ByteRange {
  std::uint64_t first = 0;
  std::uint64_t length = 0;
};
using RangeAsked = std::variant<WholeFile, Unsatisfiable, ByteRange>;

RangeAsked parse_range(std::string_view field, std::uint64_t size);

}  // namespace joust::site
