#include "servers/site/patience.hpp"

#include <algorithm>

namespace joust::site {
namespace {

constexpr Nanoseconds shortest_tick = std::chrono::milliseconds{10};
constexpr Nanoseconds longest_tick = std::chrono::milliseconds{500};

}  // namespace

Patience::Patience(const Options& options)
    : tick_(std::clamp(std::min(options.idle_timeout, options.header_timeout) / 8, shortest_tick,
                       longest_tick)),
      idle_(ticks_for(options.idle_timeout)),
      head_(ticks_for(options.header_timeout)),
      drain_(ticks_for(drain_time)) {}

bool Patience::is_over(Phase phase, std::uint64_t since_tick, std::uint64_t now_tick) const {
  // What began in a tick may have begun at its very end: hence more than the ticks allowed.
  const std::uint64_t passed = now_tick - since_tick;
  switch (phase) {
    case Phase::working:
      return false;
    case Phase::head:
      return passed > head_;
    case Phase::draining:
      return passed > drain_;
    case Phase::idle:
    case Phase::body:
    case Phase::writing:
      break;
  }
  return passed > idle_;
}

std::uint64_t Patience::ticks_for(Nanoseconds time) const {
  return static_cast<std::uint64_t>((time + tick_ - Nanoseconds{1}) / tick_);
}

}  // namespace joust::site
