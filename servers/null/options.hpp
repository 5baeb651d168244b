// Command line of joust-null.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/units.hpp"

namespace joust::null_server {

struct Options {
  std::string bind = "127.0.0.1";
  std::uint16_t port = 0;
  unsigned threads = 1;
  int backlog = 4096;
  std::optional<std::filesystem::path> root;
  std::vector<std::pair<std::string, std::filesystem::path>> serve;  // target, file
  Nanoseconds burn{0};
  Nanoseconds delay{0};
  std::optional<std::filesystem::path> delays_file;  // none: stderr
};

/// Nothing when all was said already (--help, --version). Error{user_input} on a bad option.
std::optional<Options> parse_options(int argc, const char* const* argv);

}  // namespace joust::null_server
