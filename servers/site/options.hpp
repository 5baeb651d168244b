// The options of every reference server, as they come from the command line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/units.hpp"

namespace joust::site {

struct Options {
  std::string bind = "127.0.0.1";
  std::uint16_t port = 0;                          // 0: the kernel picks, READY tells
  std::optional<std::filesystem::path> unix_path;  // instead of an address and a port
  unsigned threads = 1;
  std::optional<std::filesystem::path> root;
  int backlog = 4096;
  Bytes max_body{std::uint64_t{8} << 20};
  Nanoseconds idle_timeout = std::chrono::seconds{60};
  Nanoseconds header_timeout = std::chrono::seconds{10};
  std::uint64_t max_connections = 0;  // 0: as many as there are descriptors
  Nanoseconds burn{0};                // CPU spent on every request
  Nanoseconds delay{0};               // wait before every answer
  bool prepared = false;              // only for programs that have it
};

struct Program {
  std::string name;
  std::string summary;
  std::string version;  // of the program and its library
  // Not empty: the option makes no sense here, and why. It is accepted all the same.
  std::string threads_ignored{};
  std::string header_timeout_ignored{};
  std::string prepared_help{};  // not empty: has --prepared, and what it does
};

/// Nothing when all was said already (--help, --version). Error{user_input} on a bad option.
std::optional<Options> parse_options(const Program& program, int argc, const char* const* argv);

/// How many connections the server may hold: what was asked for, and never so many that no
/// descriptor is left for files.
std::uint64_t most_connections(const Options& options, std::uint64_t open_file_limit);

}  // namespace joust::site
