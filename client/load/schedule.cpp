#include "client/load/schedule.hpp"

#include <algorithm>
#include <cmath>

namespace joust::client {
namespace {

double exponential(std::mt19937_64& random) {
  return std::exponential_distribution<double>(1)(random);
}

}  // namespace

Schedule::Schedule(const SchedulePart& part, std::int64_t start_ns)
    : arrivals_(part.arrivals),
      rate_per_ns_(part.rate_rps / static_cast<double>(part.parts) / 1e9),
      ramp_ns_(static_cast<double>(part.ramp_ns)),
      start_ns_(start_ns),
      random_(part.seed * part.parts + part.part),
      expected_(part.arrivals == Arrivals::poisson
                    ? exponential(random_)
                    // Threads take turns: theirs is one even schedule together.
                    : static_cast<double>(part.part) / static_cast<double>(part.parts)),
      next_ns_(due_ns()) {}

void Schedule::advance() {
  ++passed_;
  expected_ += arrivals_ == Arrivals::poisson ? exponential(random_) : 1;
  next_ns_ = std::max(next_ns_, due_ns());
}

/// The time until which so many requests are expected. In the ramp the rate grows evenly, so the
/// number with the square of time; half as many are expected in it as in the same time after it.
std::int64_t Schedule::due_ns() const {
  const double in_ramp = rate_per_ns_ * ramp_ns_ / 2;
  const double at_ns = expected_ < in_ramp ? std::sqrt(2 * ramp_ns_ * expected_ / rate_per_ns_)
                                           : ramp_ns_ / 2 + expected_ / rate_per_ns_;
  return start_ns_ + std::llround(at_ns);
}

}  // namespace joust::client
