#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "base/units.hpp"

namespace joust {
namespace {

/// Decimals that show `value` with `digits` significant digits, after rounding (9.996 is 10.0).
int decimals_for(double value, int digits) {
  if (value == 0) return digits - 1;
  const auto decimals_at = [digits](double magnitude) {
    return std::max(0, digits - 1 - static_cast<int>(std::floor(std::log10(magnitude))));
  };
  const double magnitude = std::fabs(value);
  const int decimals = decimals_at(magnitude);
  const double grid = std::pow(10.0, decimals);
  const double rounded = std::round(magnitude * grid) / grid;
  return rounded > 0 ? decimals_at(rounded) : decimals;
}

std::string format_long_duration(std::int64_t seconds) {
  if (seconds < 3600) return fmt::format("{} min {} s", seconds / 60, seconds % 60);
  return fmt::format("{} h {} min", seconds / 3600, seconds % 3600 / 60);
}

}  // namespace

std::string format_duration(Nanoseconds duration) {
  const auto ns = duration.count();
  if (ns < 0) {
    // The most negative count has no positive twin.
    const auto positive = ns == Nanoseconds::min().count() ? Nanoseconds::max() : -duration;
    return "-" + format_duration(positive);
  }
  if (ns < 1000) return fmt::format("{} ns", ns);
  struct Step {
    double factor;
    double limit;  // what rounds up to it is shown in the next unit
    const char* unit;
  };
  constexpr std::array<Step, 3> steps{{{1e3, 999.5, "us"}, {1e6, 999.5, "ms"}, {1e9, 59.95, "s"}}};
  for (const Step& step : steps) {
    const double value = static_cast<double>(ns) / step.factor;
    if (value < step.limit)
      return fmt::format("{:.{}f} {}", value, decimals_for(value, 3), step.unit);
  }
  const std::int64_t half_second = 500'000'000;
  const std::int64_t seconds = ns / 1'000'000'000 + (ns % 1'000'000'000 >= half_second ? 1 : 0);
  return format_long_duration(seconds);
}

std::string format_bytes(Bytes bytes) {
  constexpr std::array<const char*, 5> units{"B", "KiB", "MiB", "GiB", "TiB"};
  std::uint64_t value = bytes.value;
  std::size_t unit = 0;
  while (value != 0 && value % 1024 == 0 && unit + 1 < units.size()) {
    value /= 1024;
    ++unit;
  }
  return fmt::format("{} {}", value, units[unit]);
}

std::string format_number(double value, int significant_digits) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  const int digits = std::max(1, significant_digits);
  const double magnitude = std::fabs(value);
  if (magnitude != 0 && magnitude < 1e-6) return fmt::format("{:.{}e}", value, digits - 1);
  std::string text = fmt::format("{:.{}f}", value, decimals_for(value, digits));
  if (value == 0) text = "0";
  return text;
}

std::string format_percent(double share, int decimals) {
  std::string number = fmt::format("{:.{}f}", share * 100, std::max(0, decimals));
  // "-0.0" is no number that a reader expects.
  if (number.find_first_not_of("-0.") == std::string::npos && number.front() == '-') {
    number.erase(0, 1);
  }
  return number + " %";
}

}  // namespace joust
