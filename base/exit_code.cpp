#include "base/exit_code.hpp"

namespace joust {
namespace {

int severity(ExitCode code) {
  switch (code) {
    case ExitCode::ok:
      return 0;
    case ExitCode::undecided:
      return 1;
    case ExitCode::failed:
      return 2;
    case ExitCode::not_comparable:
      return 3;
    case ExitCode::invalid:
      return 4;
    case ExitCode::machine:
      return 5;
    case ExitCode::user_input:
      return 6;
    case ExitCode::interrupted:
      return 7;
  }
  return 7;
}

}  // namespace

ExitCode worse_of(ExitCode a, ExitCode b) { return severity(a) >= severity(b) ? a : b; }

}  // namespace joust
