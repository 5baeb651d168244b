#include "base/units.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <span>

#include "base/error.hpp"

namespace joust {
namespace {

constexpr std::string_view duration_spellings = R"("250ms", "1.5s", "2m" (ns, us, ms, s, m, h))";
constexpr std::string_view bytes_spellings =
    R"("512", "64KiB", "1MiB", "1.5kB" (B; KiB MiB GiB: powers of 1024; kB MB GB: of 1000))";
constexpr std::string_view count_spellings = R"("10000", "1e6", "200k", "1.5M")";
constexpr std::string_view rate_spellings = R"("5000", "2.5k", "1e6" a second)";
constexpr std::string_view share_spellings = R"("3%", "2.5%" or "0.03")";

struct Unit {
  std::string_view name;
  std::uint64_t factor;
};

constexpr std::array<Unit, 9> duration_units{{
    {"ns", 1},
    {"us", 1'000},
    {"\u00b5s", 1'000},  // micro sign
    {"\u03bcs", 1'000},  // Greek small letter mu
    {"ms", 1'000'000},
    {"s", 1'000'000'000},
    {"m", 60'000'000'000},
    {"min", 60'000'000'000},
    {"h", 3'600'000'000'000},
}};
constexpr std::array<Unit, 15> byte_units{{
    {"", 1},
    {"B", 1},
    {"k", 1'000},
    {"kB", 1'000},
    {"KB", 1'000},
    {"M", 1'000'000},
    {"MB", 1'000'000},
    {"G", 1'000'000'000},
    {"GB", 1'000'000'000},
    {"Ki", 1ULL << 10},
    {"KiB", 1ULL << 10},
    {"Mi", 1ULL << 20},
    {"MiB", 1ULL << 20},
    {"Gi", 1ULL << 30},
    {"GiB", 1ULL << 30},
}};
constexpr std::array<Unit, 5> count_units{
    {{"", 1}, {"k", 1'000}, {"K", 1'000}, {"M", 1'000'000}, {"G", 1'000'000'000}}};

Error refusal(std::string_view what, std::string_view text, std::string_view why,
              std::string_view spellings) {
  return user_error("'{}' is not {}: {}; write {}", text, what, why, spellings);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A decimal number exactly as written: mantissa x 10^exponent.
struct Decimal {
  std::uint64_t mantissa = 0;
  int exponent = 0;
  std::size_t length = 0;  // characters read
};

/// Reads digits[.digits][e[+-]digits] from the front. Nothing: no number there, or more significant
/// digits than 64 bits hold.
std::optional<Decimal> read_decimal(std::string_view text) {
  Decimal decimal;
  std::size_t digits = 0;
  bool fraction = false;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '.' && !fraction) {
      fraction = true;
      continue;
    }
    if (!is_digit(text[at])) break;
    ++digits;
    const auto digit = static_cast<std::uint64_t>(text[at] - '0');
    if (__builtin_mul_overflow(decimal.mantissa, std::uint64_t{10}, &decimal.mantissa) ||
        __builtin_add_overflow(decimal.mantissa, digit, &decimal.mantissa)) {
      return std::nullopt;
    }
    if (fraction) --decimal.exponent;
  }
  if (digits == 0 || text[at - 1] == '.') return std::nullopt;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    const char* first = text.data() + at + 1;
    const char* const last = text.data() + text.size();
    if (first != last && *first == '+') ++first;
    int exponent = 0;
    const auto [end, problem] = std::from_chars(first, last, exponent);
    // Beyond +-100 nothing fits; the bound keeps the sum below from overflowing.
    if (problem != std::errc{} || exponent > 100 || exponent < -100) return std::nullopt;
    decimal.exponent += exponent;
    at = static_cast<std::size_t>(end - text.data());
  }
  decimal.length = at;
  return decimal;
}

enum class Rounding { exact, nearest };

enum class Scaled { fits, too_large, not_whole };

/// mantissa x 10^exponent x factor in whole base units, without passing through floating point.
Scaled scale(const Decimal& decimal, std::uint64_t factor, Rounding rounding,
             std::uint64_t& result) {
  std::uint64_t numerator = decimal.mantissa;
  std::uint64_t multiplier = factor;
  std::uint64_t divisor = 1;
  if (numerator == 0) {
    result = 0;
    return Scaled::fits;
  }
  for (int i = 0; i < decimal.exponent; ++i) {
    if (__builtin_mul_overflow(numerator, std::uint64_t{10}, &numerator)) return Scaled::too_large;
  }
  for (int i = 0; i > decimal.exponent; --i) {
    // Divide where it is exact, so that the intermediate values stay small.
    if (numerator % 10 == 0) {
      numerator /= 10;
    } else if (multiplier % 10 == 0) {
      multiplier /= 10;
    } else if (__builtin_mul_overflow(divisor, std::uint64_t{10}, &divisor)) {
      return Scaled::not_whole;
    }
  }
  const std::uint64_t common = std::gcd(multiplier, divisor);
  multiplier /= common;
  divisor /= common;
  if (__builtin_mul_overflow(numerator, multiplier, &numerator)) return Scaled::too_large;
  result = numerator / divisor;
  const std::uint64_t rest = numerator % divisor;
  if (rest == 0) return Scaled::fits;
  if (rounding == Rounding::exact) return Scaled::not_whole;
  if (rest >= divisor - rest) ++result;
  return Scaled::fits;
}

struct Quantity {
  std::string_view what;  // "a duration"
  std::string_view spellings;
  std::span<const Unit> units;
  Rounding rounding;
  std::string_view whole;  // "whole bytes"
  std::uint64_t largest;
};

std::uint64_t parse_quantity(std::string_view text, const Quantity& quantity) {
  const auto refuse = [&](std::string_view why) {
    return refusal(quantity.what, text, why, quantity.spellings);
  };
  if (text.empty()) throw refuse("it is empty");
  if (text.front() == '-') throw refuse("it is negative");
  const auto decimal = read_decimal(text);
  if (!decimal) {
    throw refuse(is_digit(text.front()) ? "the number cannot be read" : "it starts with no number");
  }
  std::string_view suffix = text.substr(decimal->length);
  while (!suffix.empty() && suffix.front() == ' ') suffix.remove_prefix(1);
  for (const Unit& unit : quantity.units) {
    if (unit.name != suffix) continue;
    std::uint64_t result = 0;
    const Scaled outcome = scale(*decimal, unit.factor, quantity.rounding, result);
    if (outcome == Scaled::not_whole) throw refuse(fmt::format("it is not {}", quantity.whole));
    if (outcome == Scaled::too_large || result > quantity.largest) throw refuse("it is too large");
    return result;
  }
  if (suffix.empty()) throw refuse("the unit is missing");
  throw refuse(fmt::format("unknown unit '{}'", suffix));
}

struct Real {
  double value;
  std::string_view suffix;
};

Real read_real(std::string_view what, std::string_view text, std::string_view spellings) {
  const auto refuse = [&](std::string_view why) { return refusal(what, text, why, spellings); };
  if (text.empty()) throw refuse("it is empty");
  if (text.front() == '-') throw refuse("it is negative");
  if (!is_digit(text.front()) && text.front() != '.') throw refuse("it starts with no number");
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || !std::isfinite(value)) throw refuse("the number cannot be read");
  std::string_view suffix = text.substr(static_cast<std::size_t>(end - text.data()));
  while (!suffix.empty() && suffix.front() == ' ') suffix.remove_prefix(1);
  return {value, suffix};
}

}  // namespace

Nanoseconds parse_duration(std::string_view text) {
  constexpr auto largest = std::numeric_limits<std::int64_t>::max();
  const std::uint64_t ns =
      parse_quantity(text, {"a duration", duration_spellings, duration_units, Rounding::nearest,
                            "whole nanoseconds", static_cast<std::uint64_t>(largest)});
  return Nanoseconds{static_cast<std::int64_t>(ns)};
}

Bytes parse_bytes(std::string_view text) {
  return {parse_quantity(text, {"a size", bytes_spellings, byte_units, Rounding::exact,
                                "whole bytes", std::numeric_limits<std::uint64_t>::max()})};
}

std::uint64_t parse_count(std::string_view text) {
  return parse_quantity(text, {"a count", count_spellings, count_units, Rounding::exact,
                               "a whole number", std::numeric_limits<std::uint64_t>::max()});
}

double parse_rate(std::string_view text) {
  const auto refuse = [&](std::string_view why) {
    return refusal("a rate", text, why, rate_spellings);
  };
  const auto [number, suffix] = read_real("a rate", text, rate_spellings);
  for (const Unit& unit : count_units) {
    if (unit.name != suffix) continue;
    const double value = number * static_cast<double>(unit.factor);
    if (value <= 0) throw refuse("it is not above 0");
    if (!std::isfinite(value)) throw refuse("it is too large");
    return value;
  }
  throw refuse(fmt::format("unknown unit '{}'", suffix));
}

double parse_share(std::string_view text) {
  auto [value, suffix] = read_real("a share", text, share_spellings);
  if (suffix == "%") {
    value /= 100;
  } else if (!suffix.empty()) {
    throw refusal("a share", text, fmt::format("unknown unit '{}'", suffix), share_spellings);
  }
  if (value > 1) throw refusal("a share", text, "it is more than 100 %", share_spellings);
  return value;
}

}  // namespace joust
