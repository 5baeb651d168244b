// The processes below another one, found through /proc and signalled together.
// Everything here may run between fork and exec: no allocation, no locks, no exceptions.
#pragma once

#include <sys/types.h>

namespace joust::suites {

/// Parent of a process; 0 when it is gone.
pid_t parent_of(pid_t pid);

/// Sends `signal_number` to every process below `ancestor` at that moment, not to itself. Returns
/// how many got it. A tree that forks meanwhile needs another call.
int signal_descendants(pid_t ancestor, int signal_number);

}  // namespace joust::suites
