// A number with its interval, sample count and warnings.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace joust {

struct Interval {
  double low = 0;
  double high = 0;
  bool contains(double value) const { return low <= value && value <= high; }
};

struct Estimate {
  double point = 0;
  std::optional<Interval> interval;  // nothing below two blocks
  std::size_t n = 0;                 // blocks
  double confidence = 0;
  std::vector<std::string> warnings;
};

}  // namespace joust
