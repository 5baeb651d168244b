// Socket addresses of a URL, in the order in which they are to be tried.
#pragma once

#include <string>
#include <sys/socket.h>
#include <vector>

#include "client/http/url.hpp"

namespace joust::client {

struct Endpoint {
  sockaddr_storage address{};
  socklen_t length = 0;

  int family() const { return address.ss_family; }
  const sockaddr* get() const;
  /// "127.0.0.1:8080", "[::1]:8080", "unix:/run/x.sock".
  std::string text() const;
};

/// All addresses of the host, as the resolver orders them; for "localhost" those of both families.
/// Error{user_input} when the name does not resolve.
std::vector<Endpoint> resolve(const Url& url);

/// A local address to connect from, port left to the system: "127.0.0.2", "::1".
/// Error{user_input} where it is none.
Endpoint source_endpoint(const std::string& address);

}  // namespace joust::client
