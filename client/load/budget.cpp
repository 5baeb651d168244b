#include "client/load/budget.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <netinet/in.h>
#include <string>

#include "base/error.hpp"
#include "base/posix.hpp"
#include "base/unique_fd.hpp"

namespace joust::client {
namespace {

/// Why no connection can come from there; empty: it can.
std::string obstacle(const Endpoint& source, const std::vector<Endpoint>& endpoints) {
  const auto same_family = [&](const Endpoint& to) { return to.family() == source.family(); };
  if (std::none_of(endpoints.begin(), endpoints.end(), same_family))
    return "the server's address is of another family";
  const UniqueFd probe(socket(source.family(), SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!probe || bind(probe.get(), source.get(), source.length) != 0) return std::strerror(errno);
  return "";
}

void require_descriptors(const Need& need) {
  constexpr std::uint64_t others = 64;  // standard streams, libraries, event loops, /proc files
  std::uint64_t connections = need.plan.connections;
  if (need.plan.requests) connections = std::min<std::uint64_t>(connections, *need.plan.requests);
  const std::uint64_t count = connections + others + std::uint64_t{need.threads} * 4 +
                              std::uint64_t{need.watched_files} * 2;
  const std::uint64_t limit = posix::raise_open_file_limit();
  if (count > limit)
    throw user_error(
        "--connections {}: {} descriptors are needed, the limit is {}; raise it (ulimit -n) or ask "
        "for fewer",
        need.plan.connections, count, limit);
}

/// Towards one peer every local address has a port a connection.
void require_ports(const Need& need) {
  if (need.endpoints.front().family() == AF_UNIX) return;
  const std::uint64_t each = posix::ephemeral_ports().size();
  const std::uint64_t sources = std::max<std::uint64_t>(need.sources.size(), 1);
  if (need.plan.connections > each * sources)
    throw user_error(
        "--connections {}: that many ports are needed, {} local address{} with {} ports "
        "(net.ipv4.ip_local_port_range) {} there; name more (--source-address) or ask for fewer",
        need.plan.connections, sources, sources == 1 ? "" : "es", each,
        sources == 1 ? "is" : "are");
}

}  // namespace

std::vector<Endpoint> sources_of(const LoadPlan& plan, const std::vector<Endpoint>& endpoints) {
  std::vector<Endpoint> sources;
  for (const std::string& address : plan.source_addresses) {
    sources.push_back(source_endpoint(address));
    const std::string problem = obstacle(sources.back(), endpoints);
    if (!problem.empty())
      throw user_error("--source-address {}: no connection can come from there: {}", address,
                       problem);
  }
  return sources;
}

void require_room(const Need& need) {
  require_descriptors(need);
  require_ports(need);
}

}  // namespace joust::client
