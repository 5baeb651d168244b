#include "client/http/endpoint.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cstring>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/un.h>

#include "base/error.hpp"
#include "base/unique_fd.hpp"
#include "client/http/request.hpp"

namespace joust::client {
namespace {

Endpoint unix_endpoint(const std::string& path) {
  sockaddr_un local{};
  local.sun_family = AF_UNIX;
  std::memcpy(local.sun_path, path.data(), path.size());  // parse_url checked that it fits
  Endpoint endpoint;
  std::memcpy(&endpoint.address, &local, sizeof local);
  endpoint.length = sizeof local;
  return endpoint;
}

std::vector<Endpoint> look_up(const std::string& host, std::uint16_t port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int problem = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (problem != 0) throw user_error("host '{}' does not resolve: {}", host, gai_strerror(problem));
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(found, &freeaddrinfo);
  std::vector<Endpoint> endpoints;
  for (const addrinfo* each = found; each != nullptr; each = each->ai_next) {
    if (each->ai_addrlen > sizeof(sockaddr_storage)) continue;
    Endpoint endpoint;
    std::memcpy(&endpoint.address, each->ai_addr, each->ai_addrlen);
    endpoint.length = each->ai_addrlen;
    endpoints.push_back(endpoint);
  }
  return endpoints;
}

bool is_of_this_machine(const std::string& address) {
  const Endpoint here = source_endpoint(address);
  const UniqueFd probe(socket(here.family(), SOCK_STREAM | SOCK_CLOEXEC, 0));
  return probe && bind(probe.get(), here.get(), here.length) == 0;
}

/// localhost is every loopback address (RFC 6761 6.3), also where the system's tables know one
/// only.
void add_loopbacks(std::vector<Endpoint>& endpoints, std::uint16_t port) {
  for (const char* address : {"127.0.0.1", "::1"}) {
    const Endpoint loopback = look_up(address, port).front();
    const bool known = std::any_of(endpoints.begin(), endpoints.end(), [&](const Endpoint& each) {
      return each.family() == loopback.family();
    });
    if (!known && is_of_this_machine(address)) endpoints.push_back(loopback);
  }
}

}  // namespace

const sockaddr* Endpoint::get() const {
  return reinterpret_cast<const sockaddr*>(&address);  // the sockets API's own pun
}

std::string Endpoint::text() const {
  if (family() == AF_UNIX) {
    sockaddr_un local{};
    std::memcpy(&local, &address, sizeof local);
    return "unix:" + std::string(local.sun_path);
  }
  std::array<char, NI_MAXHOST> host{};
  std::array<char, NI_MAXSERV> port{};
  if (getnameinfo(get(), length, host.data(), host.size(), port.data(), port.size(),
                  NI_NUMERICHOST | NI_NUMERICSERV) != 0)
    return "?";
  const std::string name = host.data();
  return (family() == AF_INET6 ? "[" + name + "]" : name) + ":" + port.data();
}

std::vector<Endpoint> resolve(const Url& url) {
  if (url.is_unix()) return {unix_endpoint(url.unix_path)};
  std::vector<Endpoint> endpoints = look_up(url.host, url.port);
  if (same_name(url.host, "localhost")) add_loopbacks(endpoints, url.port);
  if (endpoints.empty()) throw user_error("host '{}' has no usable address", url.host);
  return endpoints;
}

Endpoint source_endpoint(const std::string& address) {
  sockaddr_in v4{};
  sockaddr_in6 v6{};
  Endpoint endpoint;
  if (inet_pton(AF_INET, address.c_str(), &v4.sin_addr) == 1) {
    v4.sin_family = AF_INET;
    endpoint.length = sizeof v4;
    std::memcpy(&endpoint.address, &v4, sizeof v4);
  } else if (inet_pton(AF_INET6, address.c_str(), &v6.sin6_addr) == 1) {
    v6.sin6_family = AF_INET6;
    endpoint.length = sizeof v6;
    std::memcpy(&endpoint.address, &v6, sizeof v6);
  } else {
    throw user_error("'{}' is no address; expected one such as 127.0.0.2 or ::1", address);
  }
  return endpoint;
}

}  // namespace joust::client
