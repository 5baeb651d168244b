// How an engine is in time for requests that are due: what both of them do alike.
#pragma once

#include <cstdint>
#include <sys/prctl.h>

namespace joust::client {

/// So long before a request is due a loop no longer sleeps: woken from a sleep it would be late.
inline constexpr std::int64_t awake_ns = 50'000;

/// The calling thread's timers may otherwise be 50 us late, so that several can be served at once.
inline void ask_for_exact_timers() { prctl(PR_SET_TIMERSLACK, 1UL); }

}  // namespace joust::client
