// The main function of every reference server: options, sockets, threads, the READY line, the end.
// An engine is one function that serves a listening socket until it is told to stop.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/unique_fd.hpp"
#include "servers/site/accept_notices.hpp"
#include "servers/site/options.hpp"
#include "servers/site/respond.hpp"

namespace joust::site {

/// What one thread of a server works with.
struct Worker {
  UniqueFd listener;
  Site site;
  const Options& options;
  std::uint64_t max_connections;  // of all threads, 1 or more
  AcceptNotices& notices;         // of all threads
  int stop_fd;                    // readable (and never drained) once the server shall stop

  /// Where threads share no state: 1 or more.
  std::uint64_t max_connections_of_thread() const {
    return std::max<std::uint64_t>(1, max_connections / options.threads);
  }
};

/// Serves until stop_fd is readable, then stops accepting, finishes what is in flight and returns.
/// Throws Error when it cannot be set up.
using Serve = void (*)(Worker& worker);

/// Exit code: 0 after SIGTERM or SIGINT, 2 bad options, 6 the machine's fault; one line on stderr.
int server_main(const Program& program, Serve serve, int argc, const char* const* argv);

}  // namespace joust::site
