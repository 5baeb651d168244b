// Sockets and CPU masks of base/posix.hpp.
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <sstream>
#include <sys/un.h>
#include <unistd.h>

#include "base/error.hpp"
#include "base/posix.hpp"

namespace joust::posix {
namespace {

using AddressList = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

std::string without_brackets(const std::string& address) {
  const bool bracketed = address.size() > 2 && address.front() == '[' && address.back() == ']';
  return bracketed ? address.substr(1, address.size() - 2) : address;
}

std::string shown(const std::string& address, std::uint16_t port) {
  const bool ipv6 = address.find(':') != std::string::npos;
  return ipv6 ? fmt::format("[{}]:{}", address, port) : fmt::format("{}:{}", address, port);
}

AddressList numeric_address(const std::string& address, std::uint16_t port) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE;
  addrinfo* found = nullptr;
  if (getaddrinfo(address.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) {
    throw user_error("'{}' is not a numeric address; write 127.0.0.1, 0.0.0.0, ::1 or ::", address);
  }
  return {found, &freeaddrinfo};
}

void set_option(int fd, int level, int option, std::string_view name) {
  const int on = 1;
  if (setsockopt(fd, level, option, &on, sizeof on) != 0) {
    throw os_error(errno, fmt::format("cannot set {}", name));
  }
}

Error listen_error(int error_number, const std::string& where) {
  Error error = os_error(error_number, fmt::format("cannot listen on {}", where));
  switch (error_number) {
    case EADDRINUSE:
      return machine_error("{}; end what listens there, or choose another port (0: any free one)",
                           error.what());
    case EACCES:
      return machine_error("{}; ports below 1024 need a privilege: choose a higher one",
                           error.what());
    case EADDRNOTAVAIL:
      return machine_error("{}; the address must be one of this machine's", error.what());
    default:
      return error;
  }
}

/// Room for more CPUs than a plain cpu_set_t has.
using WideCpuSet = std::array<cpu_set_t, 16>;
constexpr int widest_cpu = static_cast<int>(sizeof(WideCpuSet)) * 8;

}  // namespace

UniqueFd listen_tcp(const ListenOptions& options) {
  const std::string address = without_brackets(options.address);
  const std::string where = shown(address, options.port);
  const AddressList target = numeric_address(address, options.port);
  UniqueFd fd(socket(target->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP));
  if (!fd) throw os_error(errno, fmt::format("cannot make a socket for {}", where));
  set_option(fd.get(), SOL_SOCKET, SO_REUSEADDR, "SO_REUSEADDR");
  if (options.reuse_port) set_option(fd.get(), SOL_SOCKET, SO_REUSEPORT, "SO_REUSEPORT");
  if (target->ai_family == AF_INET6) set_option(fd.get(), IPPROTO_IPV6, IPV6_V6ONLY, "IPV6_V6ONLY");
  if (bind(fd.get(), target->ai_addr, target->ai_addrlen) != 0) throw listen_error(errno, where);
  if (listen(fd.get(), options.backlog) != 0) throw listen_error(errno, where);
  return fd;
}

UniqueFd listen_unix(const std::filesystem::path& path, int backlog) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = path.string();
  if (name.empty() || name.size() >= sizeof address.sun_path) {
    throw user_error("'{}' cannot be a socket's path: 1 to {} bytes are possible", name,
                     sizeof address.sun_path - 1);
  }
  std::memcpy(address.sun_path, name.data(), name.size());
  UniqueFd fd(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!fd) throw os_error(errno, fmt::format("cannot make a socket for {}", name));
  // The socket API speaks of every kind of address through the one base type.
  if (bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    throw os_error(errno, fmt::format("cannot listen on unix:{}", name));
  }
  if (listen(fd.get(), backlog) != 0) {
    throw os_error(errno, fmt::format("cannot listen on unix:{}", name));
  }
  return fd;
}

std::uint16_t local_port(int socket_fd) {
  sockaddr_storage address{};
  socklen_t length = sizeof address;
  if (getsockname(socket_fd, reinterpret_cast<sockaddr*>(&address), &length) != 0) {
    throw os_error(errno, "cannot read a socket's own address");
  }
  if (address.ss_family == AF_INET6) {
    return ntohs(reinterpret_cast<const sockaddr_in6*>(&address)->sin6_port);
  }
  if (address.ss_family == AF_INET) {
    return ntohs(reinterpret_cast<const sockaddr_in*>(&address)->sin_port);
  }
  return 0;
}

void set_tcp_nodelay(int socket_fd) {
  set_option(socket_fd, IPPROTO_TCP, TCP_NODELAY, "TCP_NODELAY");
}

std::vector<int> allowed_cpus() {
  WideCpuSet mask{};
  if (sched_getaffinity(0, sizeof mask, mask.data()) != 0) {
    throw os_error(errno, "cannot read the CPU affinity");
  }
  std::vector<int> cpus;
  for (int cpu = 0; cpu < widest_cpu; ++cpu) {
    if (CPU_ISSET_S(static_cast<std::size_t>(cpu), sizeof mask, mask.data())) cpus.push_back(cpu);
  }
  return cpus;
}

void pin_thread(const std::vector<int>& cpus) {
  if (cpus.empty()) return;
  WideCpuSet mask{};
  for (const int cpu : cpus) {
    if (cpu < 0 || cpu >= widest_cpu) {
      throw user_error("there is no CPU {}: numbers run from 0 to {}", cpu, widest_cpu - 1);
    }
    CPU_SET_S(static_cast<std::size_t>(cpu), sizeof mask, mask.data());
  }
  if (sched_setaffinity(0, sizeof mask, mask.data()) != 0) {
    throw os_error(errno, fmt::format("cannot pin to CPUs {}", fmt::join(cpus, ",")));
  }
}

PortRange ephemeral_ports() {
  std::istringstream text{read_small_file_or_empty("/proc/sys/net/ipv4/ip_local_port_range")};
  PortRange range{32'768, 60'999};
  PortRange read{};
  if (text >> read.low >> read.high && read.low <= read.high) range = read;
  return range;
}

}  // namespace joust::posix
