// The one exception type: set-up trouble, with a chain of contexts from the outside in.
// A failed request or visit is data and never an Error.
#pragma once

#include <exception>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <utility>

#include "base/exit_code.hpp"

namespace joust {

enum class ErrorKind { user_input, machine, interrupted };

class Error : public std::exception {
 public:
  Error(ErrorKind kind, std::string message) : kind_(kind), message_(std::move(message)) {}

  ErrorKind kind() const { return kind_; }
  ExitCode exit_code() const;
  const char* what() const noexcept override { return message_.c_str(); }

  /// Prepends "context: ".
  void add_context(std::string_view context);

 private:
  ErrorKind kind_;
  std::string message_;
};

/// The user can mend it: say what was given, what was expected, and the nearest known word.
template <typename... Args>
Error user_error(fmt::format_string<Args...> format, Args&&... args) {
  return {ErrorKind::user_input, fmt::format(format, std::forward<Args>(args)...)};
}

/// The machine's fault (disk, port, permission): say what was tried, on what, and why it failed.
template <typename... Args>
Error machine_error(fmt::format_string<Args...> format, Args&&... args) {
  return {ErrorKind::machine, fmt::format(format, std::forward<Args>(args)...)};
}

/// machine_error with ": <strerror(error_number)>" appended. Pass errno saved right after the call.
Error os_error(int error_number, std::string_view what_was_tried);

/// Runs `body`; an Error that leaves it gets `context` in front.
template <typename Body>
decltype(auto) with_context(std::string_view context, Body&& body) {
  try {
    return std::forward<Body>(body)();
  } catch (Error& error) {
    error.add_context(context);
    throw;
  }
}

}  // namespace joust
