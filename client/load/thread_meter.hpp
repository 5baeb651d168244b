// What the calling thread has cost so far. Made and read in the thread it measures; cheap enough
// for the edges of a window.
#pragma once

#include <cstdint>
#include <optional>

#include "base/unique_fd.hpp"

namespace joust::client {

struct ThreadReading {
  std::int64_t cpu_ns = 0;
  std::optional<std::int64_t> wait_ns;  // runnable, waiting for a CPU; where schedstat exists
};

class ThreadMeter {
 public:
  ThreadMeter();
  ThreadReading read() const;

 private:
  UniqueFd schedstat_;
};

/// "cpu wait slices" of a schedstat file; nothing where it cannot be read.
struct Schedstat {
  std::int64_t cpu_ns = 0;
  std::int64_t wait_ns = 0;
  std::uint64_t slices = 0;  // times put on a CPU
};
std::optional<Schedstat> read_schedstat(int fd);

}  // namespace joust::client
