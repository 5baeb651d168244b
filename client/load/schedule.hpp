// When the requests of an open loop are due, for one thread: evenly or as a Poisson process, the
// rate growing from nothing over a ramp. Knows no clock: stamps come from a start that is handed
// in.
#pragma once

#include <cstdint>
#include <random>

#include "results/model/load_plan.hpp"

namespace joust::client {

struct SchedulePart {
  double rate_rps = 1;  // of the whole load
  Arrivals arrivals = Arrivals::constant;
  std::int64_t ramp_ns = 0;
  std::size_t part = 0;  // of so many threads
  std::size_t parts = 1;
  std::uint64_t seed = 0;  // of Poisson arrivals; parts differ under one seed
};

class Schedule {
 public:
  Schedule(const SchedulePart& part, std::int64_t start_ns);

  /// The request that is due next. Only grows.
  std::int64_t next_ns() const { return next_ns_; }
  void advance();
  /// Requests due so far: those that `advance` went over.
  std::uint64_t passed() const { return passed_; }

 private:
  std::int64_t due_ns() const;

  Arrivals arrivals_;
  double rate_per_ns_;  // of this part, after the ramp
  double ramp_ns_;
  std::int64_t start_ns_;
  std::mt19937_64 random_;
  /// How many requests are expected until the next one: whole numbers and a shift for constant
  /// arrivals, sums of exponential gaps for Poisson.
  double expected_;
  std::uint64_t passed_ = 0;
  std::int64_t next_ns_;
};

}  // namespace joust::client
