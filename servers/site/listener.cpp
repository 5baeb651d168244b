#include "servers/site/listener.hpp"

#include <cerrno>
#include <fcntl.h>
#include <system_error>

#include "base/error.hpp"
#include "base/posix.hpp"

namespace joust::site {
namespace {

std::vector<UniqueFd> open_unix_listeners(const std::filesystem::path& path,
                                          const Options& options) {
  std::error_code unreadable;
  if (std::filesystem::exists(std::filesystem::symlink_status(path, unreadable))) {
    throw machine_error("--unix {}: there is something at this path; remove it unless it is in use",
                        path.string());
  }
  std::vector<UniqueFd> listeners;
  listeners.push_back(posix::listen_unix(path, options.backlog));
  while (listeners.size() < options.threads) {
    listeners.emplace_back(fcntl(listeners.front().get(), F_DUPFD_CLOEXEC, 0));
    if (!listeners.back()) throw os_error(errno, "cannot share the listening socket");
  }
  return listeners;
}

}  // namespace

ListeningPath::~ListeningPath() {
  std::error_code ignored;
  if (path_) std::filesystem::remove(*path_, ignored);
}

std::vector<UniqueFd> open_listeners(const Options& options) {
  if (options.unix_path) return open_unix_listeners(*options.unix_path, options);
  posix::ListenOptions listen{options.bind, options.port, options.backlog, false};
  std::vector<UniqueFd> listeners;
  if (options.threads == 1) {
    listeners.push_back(posix::listen_tcp(listen));
  } else {
    // SO_REUSEPORT would share the port with another server of this user without a word: an
    // ordinary socket asks first whether the port is free, and picks one where none was named.
    listen.port = posix::local_port(posix::listen_tcp(listen).get());
    listen.reuse_port = true;
    for (unsigned i = 0; i < options.threads; ++i) listeners.push_back(posix::listen_tcp(listen));
  }
  for (const auto& listener : listeners) posix::set_tcp_nodelay(listener.get());
  return listeners;
}

}  // namespace joust::site
