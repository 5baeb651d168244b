// Quantities with their units: strong types, reading them as people write them, printing them.
// Base units in memory and in files: nanoseconds, bytes, per second.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace joust {

using Nanoseconds = std::chrono::nanoseconds;

// clang-tidy 14 takes the zero that a defaulted comparison compares with for a null pointer.
// NOLINTBEGIN(modernize-use-nullptr)
struct Bytes {
  std::uint64_t value = 0;
  auto operator<=>(const Bytes&) const = default;
};

struct RequestsPerSecond {
  double value = 0;
  auto operator<=>(const RequestsPerSecond&) const = default;
};
// NOLINTEND(modernize-use-nullptr)

// Readers: the whole text must be one quantity; otherwise Error{user_input} that quotes the text
// and shows accepted spellings. Negative, NaN and out-of-range values are refused.

/// "250ms", "1.5s", "2m", "80us", "10ns", "1h". A bare number is refused: the unit is required.
Nanoseconds parse_duration(std::string_view text);
/// "64KiB", "1MiB", "1.5kB", "512", "512B": K/M/G with i are powers of 1024, without powers of
/// 1000.
Bytes parse_bytes(std::string_view text);
/// "10000", "1e6", "200k", "1.5M": a whole number after scaling.
std::uint64_t parse_count(std::string_view text);
/// Per second, above 0: "5000", "2.5k", "1e6".
double parse_rate(std::string_view text);
/// "2.5%" -> 0.025; "0.025" -> 0.025.
double parse_share(std::string_view text);

// Writers: three or four significant digits with a unit, locale-independent.

/// "850 ns", "12.4 us", "1.26 ms", "2.00 s", "3 min 20 s".
std::string format_duration(Nanoseconds duration);
/// "52 B", "21353 B", "64 KiB", "1 MiB": exact; a power-of-1024 unit only where it divides evenly.
std::string format_bytes(Bytes bytes);
/// "104,233" style is never used; "104233", "98.4", "0.123": `digits` significant digits at least.
std::string format_number(double value, int significant_digits = 4);
/// 0.0271 -> "2.7 %".
std::string format_percent(double share, int decimals = 1);

}  // namespace joust
