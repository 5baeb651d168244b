// Clocks: monotonic for every interval, UTC only for names and stamps of records.
#pragma once

#include <chrono>
#include <cstdint>
#include <ctime>
#include <string>

namespace joust {

using SteadyClock = std::chrono::steady_clock;
static_assert(SteadyClock::is_steady);

/// CLOCK_MONOTONIC in nanoseconds; the same clock in every process of the machine.
inline std::int64_t monotonic_ns() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

/// "2026-11-30T16:39:04Z".
std::string utc_timestamp(std::chrono::system_clock::time_point at);
/// "20261130T163904Z": safe as a folder name, sorts by time.
std::string utc_compact(std::chrono::system_clock::time_point at);

}  // namespace joust
