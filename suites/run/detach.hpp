// Turns a freshly forked process into one that survives its runner and shares nothing with it.
// Runs between fork and exec or for the rest of the process: no allocation, no exceptions.
#pragma once

#include <initializer_list>

namespace joust::suites {

/// Own session, a name of its own, deaf to what the terminal and `pkill joust` send, SIGCHLD
/// blocked, standard streams at /dev/null. Descriptor 3 is the first of `kept`, 4 the second, and
/// so on, close-on-exec; every other is closed: a copy of another guard's channel held here would
/// hide the runner's death from that guard. At most 4 may be kept.
void detach_from_runner(const char* name, std::initializer_list<int> kept);

inline constexpr int first_kept_fd = 3;

}  // namespace joust::suites
