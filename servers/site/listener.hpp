// The listening sockets of a reference server: the same options for all of them.
#pragma once

#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "base/unique_fd.hpp"
#include "servers/site/options.hpp"

namespace joust::site {

/// One socket a thread, all on the same port (SO_REUSEPORT where there are several), with
/// SO_REUSEADDR, the backlog, and TCP_NODELAY, which accepted connections inherit. With --unix one
/// socket that all threads accept from, since a path cannot be shared otherwise.
std::vector<UniqueFd> open_listeners(const Options& options);

/// The socket that --unix has made at its path goes with the server.
class ListeningPath {
 public:
  explicit ListeningPath(std::optional<std::filesystem::path> path) : path_(std::move(path)) {}
  ListeningPath(const ListeningPath&) = delete;
  ListeningPath& operator=(const ListeningPath&) = delete;
  ~ListeningPath();

 private:
  std::optional<std::filesystem::path> path_;
};

}  // namespace joust::site
