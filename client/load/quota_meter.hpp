// How long the CPU quota of this process's control groups has held it back: time that is
// neither on a CPU nor waiting for one.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/unique_fd.hpp"

namespace joust::client {

class QuotaMeter {
 public:
  QuotaMeter();
  /// Since the groups were made; the longest of them all. Nothing where no group has a say.
  std::optional<std::int64_t> held_back_ns() const;

 private:
  std::vector<UniqueFd> stats_;  // cpu.stat of the group and those above it
};

/// What a group's cpu.stat says of it, in version 2 or 1 of control groups; nothing where it does
/// not.
std::optional<std::int64_t> throttled_ns(std::string_view cpu_stat);

}  // namespace joust::client
