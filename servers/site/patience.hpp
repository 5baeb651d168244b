// How long a connection may stay silent, by what it is doing. Time is counted in ticks of the
// thread's own clock, so that a request asks no clock and sets no timer of its own.
// Knows no sockets.
#pragma once

#include <cstdint>

#include "base/units.hpp"
#include "servers/site/options.hpp"

namespace joust::site {

enum class Phase {
  idle,      // no byte of a request yet
  head,      // the first byte has come
  body,      // since the last piece of it
  working,   // the answer is being made: the client is not to blame
  writing,   // since the last piece the client took
  draining,  // the answer is sent, what the client still sends is thrown away
};

/// Whether whoever has been silent for too long is told so, by 408 (RFC 9110, 15.5.9): where a
/// request was begun. One that has begun none, or does not take an answer, is closed without a
/// word.
constexpr bool is_told(Phase phase) { return phase == Phase::head || phase == Phase::body; }

class Patience {
 public:
  /// What a client sends after a refusal is read for so long, lest a reset destroy the answer.
  static constexpr Nanoseconds drain_time = std::chrono::seconds{2};

  explicit Patience(const Options& options);

  /// The time between two looks at the connections.
  Nanoseconds tick() const { return tick_; }
  /// Never early, late by two ticks at the most.
  bool is_over(Phase phase, std::uint64_t since_tick, std::uint64_t now_tick) const;

 private:
  std::uint64_t ticks_for(Nanoseconds time) const;

  Nanoseconds tick_;
  std::uint64_t idle_;
  std::uint64_t head_;
  std::uint64_t drain_;
};

}  // namespace joust::site
