// Exit codes shared by every program of the suite, and which one wins when several apply.
#pragma once

namespace joust {

enum class ExitCode : int {
  ok = 0,
  failed = 1,      // regression; joust-load: failed requests
  user_input = 2,  // flags, files and combinations that the user can mend
  undecided = 3,
  not_comparable = 4,
  invalid = 5,  // a measurement is invalid or failed; everything else was written
  machine = 6,  // disk, port, permission: the machine's fault
  interrupted = 130,
};

/// The one to exit with when both apply. Order, worst first: 130 2 6 5 4 1 3 0.
ExitCode worse_of(ExitCode a, ExitCode b);

}  // namespace joust
