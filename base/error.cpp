#include "base/error.hpp"

#include <system_error>

namespace joust {

ExitCode Error::exit_code() const {
  switch (kind_) {
    case ErrorKind::user_input:
      return ExitCode::user_input;
    case ErrorKind::interrupted:
      return ExitCode::interrupted;
    case ErrorKind::machine:
      break;
  }
  return ExitCode::machine;
}

void Error::add_context(std::string_view context) {
  message_ = fmt::format("{}: {}", context, message_);
}

Error os_error(int error_number, std::string_view what_was_tried) {
  // generic_category's text does not depend on the locale of another thread, as strerror's may.
  return machine_error("{}: {}", what_was_tried, std::generic_category().message(error_number));
}

}  // namespace joust
