// The 64 bits that io_uring hands back with a completion; private to client/engines.
#pragma once

#include <cstdint>
#include <liburing.h>

#include "client/engines/engine.hpp"

namespace joust::client {

enum class Job : std::uint8_t { connect, receive, send };

/// What a completion belongs to: a socket is known by its slot and which of the slot's it is.
struct CompletionTag {
  Slot slot;
  Job job;
  std::uint32_t generation;

  static constexpr unsigned generation_bits = 24;
  static constexpr std::uint32_t generation_mask = (1U << generation_bits) - 1;

  std::uint64_t packed() const {
    return std::uint64_t{slot} << 32 | std::uint64_t{generation} << 8 |
           static_cast<std::uint64_t>(job);
  }
  static CompletionTag of(const io_uring_cqe& done) {
    return {static_cast<Slot>(done.user_data >> 32), static_cast<Job>(done.user_data & 0xff),
            static_cast<std::uint32_t>(done.user_data >> 8) & generation_mask};
  }
};

}  // namespace joust::client
