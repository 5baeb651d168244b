// What is said on standard error while no further connection is accepted: each thing once a server,
// however many threads it has. May be used by all of them at the same time.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace joust::site {

class AcceptNotices {
 public:
  /// Of --max-connections and the limit of open files, the lower one.
  explicit AcceptNotices(std::uint64_t most_connections) : most_connections_(most_connections) {}

  /// As many connections are open as may be.
  void say_full();

  /// The machine refuses: no descriptor, memory or thread is left. After the pause it is tried
  /// again.
  void say_refused(const char* why);
  static constexpr std::chrono::milliseconds pause{20};

 private:
  std::uint64_t most_connections_;
  std::atomic<bool> full_said_{false};
  std::atomic<bool> refused_said_{false};
};

}  // namespace joust::site
