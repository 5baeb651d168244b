// Accepting when the machine refuses: out of descriptors, memory or threads. It is tried again, and
// said once a thread.
#pragma once

#include <chrono>
#include <cstdio>
#include <errno.h>  // program_invocation_short_name, of GNU

namespace joust::beast {

class AcceptTrouble {
 public:
  static constexpr std::chrono::milliseconds pause{20};

  void say(const char* why) {
    if (said_) return;
    said_ = true;
    std::fprintf(stderr,
                 "%s: cannot accept connections for now: %s; trying again every %d ms until it "
                 "works; raise the limit (ulimit -n, ulimit -u) or lower --max-connections\n",
                 program_invocation_short_name, why, static_cast<int>(pause.count()));
  }

 private:
  bool said_ = false;
};

}  // namespace joust::beast
