// Spends a stated amount of CPU time: the known truth that the suite tests itself with.
#pragma once

#include "base/clock.hpp"
#include "base/units.hpp"

namespace joust {

/// Keeps this thread on its CPU for `amount`. Time in which it was taken off the CPU (a gap of more
/// than 2 us between two looks at the clock) does not count as spent.
inline void burn_cpu(Nanoseconds amount) {
  constexpr std::int64_t longest_step_ns = 2000;
  std::int64_t left = amount.count();
  std::int64_t before = monotonic_ns();
  while (left > 0) {
    const std::int64_t now = monotonic_ns();
    if (now - before <= longest_step_ns) left -= now - before;
    before = now;
  }
}

}  // namespace joust
