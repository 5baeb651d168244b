#include "plots/axis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace joust::plots {
namespace {

/// The smallest of 1, 2, 5 times a power of ten that is not below `value`.
double round_step(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double digit : {1.0, 2.0, 5.0}) {
    if (digit * power >= value * (1 - 1e-9)) return digit * power;
  }
  return 10 * power;
}

/// 1, 2, 5 times powers of ten in [low, high]; with `digits` = 1 only the powers.
std::vector<double> decade_steps(double low, double high, std::size_t digits) {
  constexpr std::array<double, 3> all{1, 2, 5};
  std::vector<double> steps;
  const auto first = static_cast<int>(std::floor(std::log10(low)));
  const auto last = static_cast<int>(std::ceil(std::log10(high)));
  for (int exponent = first; exponent <= last; ++exponent) {
    for (std::size_t i = 0; i < digits; ++i) {
      const double step = all[i] * std::pow(10.0, exponent);
      if (step >= low * (1 - 1e-9) && step <= high * (1 + 1e-9)) steps.push_back(step);
    }
  }
  return steps;
}

}  // namespace

std::string tic_label(double value) {
  std::string text = fmt::format("{:.6g}", value);
  if (value >= 1000) text = fmt::format("{:.0f}", value);
  const std::size_t whole = std::min(text.find('.'), text.size());
  if (text.find_first_not_of("0123456789.") != std::string::npos) return text;
  for (std::size_t at = whole; at > 3; at -= 3) text.insert(at - 3, 1, ' ');
  return text;
}

Axis axis_from_zero(double highest, double unit) {
  Axis axis;
  axis.unit = unit;
  const double top = highest > 0 ? highest / unit : 1;
  const double step = round_step(top / 5);
  const double steps = std::ceil(top * 1.03 / step);
  for (double k = 0; k <= steps; ++k) axis.tics.push_back({k * step * unit, tic_label(k * step)});
  axis.high = steps * step * unit;
  return axis;
}

Axis log_axis(double lowest, double highest, double unit) {
  Axis axis;
  axis.unit = unit;
  axis.log = true;
  constexpr double least_span = 8;  // so that noise does not fill the picture
  const double middle = std::sqrt(lowest * highest);
  const double low = std::min(lowest * 0.95, middle / std::sqrt(least_span)) / unit;
  const double high = std::max(highest * 1.05, middle * std::sqrt(least_span)) / unit;
  const bool wide = high / low > 3000;
  // From one round step to another: the outermost tics are the axis's ends.
  const auto steps = decade_steps(low / 10, high * 10, wide ? 1 : 3);
  axis.low = *std::prev(std::upper_bound(steps.begin(), steps.end(), low)) * unit;
  axis.high = *std::lower_bound(steps.begin(), steps.end(), high) * unit;
  for (const double step : decade_steps(axis.low / unit, axis.high / unit, wide ? 1 : 3)) {
    axis.tics.push_back({step * unit, tic_label(step)});
  }
  return axis;
}

Axis ratio_axis(double lowest, double highest) {
  Axis axis;
  axis.log = true;
  const double low = std::min(lowest, 1.0);
  const double high = std::max(highest, 1.0);
  const double room = std::max(std::pow(high / low, 0.06), 1.002);
  axis.low = low / room;
  axis.high = high * room;
  constexpr double most_tics = 9;
  if (axis.high / axis.low > 4) {
    for (const double step : decade_steps(axis.low, axis.high, axis.high / axis.low > 900 ? 1 : 3))
      axis.tics.push_back({step, tic_label(step)});
    return axis;
  }
  const double step = round_step(std::max((axis.high - axis.low) / most_tics, 0.001));
  for (double k = std::ceil(axis.low / step); k * step <= axis.high; ++k)
    axis.tics.push_back({k * step, tic_label(k * step)});
  return axis;
}

Axis level_axis(const std::vector<Tic>& levels) {
  Axis axis;
  axis.tics = levels;
  if (levels.empty()) return axis;
  const auto positive =
      std::find_if(levels.begin(), levels.end(), [](const Tic& level) { return level.at > 0; });
  const double low = levels.front().at;
  const double high = levels.back().at;
  axis.log = positive != levels.end() && high / positive->at >= 10;
  if (!axis.log) {
    const double room = high > low ? (high - low) * 0.12 : std::max(high * 0.5, 0.5);
    axis.low = low - room;
    axis.high = high + room;
    return axis;
  }
  double first = positive->at;
  if (low <= 0) {
    // A quarter of the positive span to the left: clearly apart, and the span stays readable.
    first = positive->at / std::pow(high / positive->at, 0.25);
    axis.zero_at = first;
    axis.tics.front().at = first;
  }
  const double room = std::pow(high / first, 0.12);
  axis.low = first / room;
  axis.high = high * room;
  return axis;
}

double position_on(const Axis& axis, double value) {
  if (!axis.log) return (value - axis.low) / (axis.high - axis.low);
  return std::log(value / axis.low) / std::log(axis.high / axis.low);
}

}  // namespace joust::plots
