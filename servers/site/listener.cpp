#include "servers/site/listener.hpp"

#include "base/posix.hpp"

namespace joust::site {

std::vector<UniqueFd> open_listeners(const Options& options) {
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
