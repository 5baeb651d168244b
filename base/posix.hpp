// The operating-system calls of the project, each checked once and named in its error.
// Would-block and end-of-file are values, never errors. Set-up calls throw Error; calls of the hot
// path are inline, return the raw result and leave errno alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <sys/types.h>
#include <utility>
#include <vector>

#include "base/unique_fd.hpp"

namespace joust::posix {

// --- files
std::string read_file(const std::filesystem::path& path);
/// Writes beside `path`, syncs, renames over it: readers see the old or the new text, whole. What
/// is no regular file (a pipe, /dev/stdout) is written into and stays what it is.
void write_file(const std::filesystem::path& path, std::string_view text);
/// Opened for appending, created with 0644 where missing.
UniqueFd open_append(const std::filesystem::path& path);
/// Writes all of it and fsyncs; Error{machine} names `path` when the disk refuses (ENOSPC, EIO).
void append_synced(int fd, std::string_view text, const std::filesystem::path& path);
/// Takes the file's advisory lock; false when another process holds it. Released with the fd.
bool try_lock(int fd);
/// Reads up to `limit` bytes from the end of the file; "" when it cannot be read.
std::string file_tail(const std::filesystem::path& path, std::size_t limit);
/// /proc and /sys files: "" when missing or unreadable, never an error.
std::string read_small_file_or_empty(const char* path);
void make_directories(const std::filesystem::path& path);

// --- pipes and descriptors
struct Pipe {
  UniqueFd read;
  UniqueFd write;
};
Pipe make_pipe();  // close-on-exec
void set_nonblocking(int fd);
std::uint64_t open_file_limit();
/// Raises the soft limit to the hard one; returns the limit then in force.
std::uint64_t raise_open_file_limit();

// --- sockets
struct ListenOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;  // 0: the kernel picks
  int backlog = 4096;
  bool reuse_port = false;
};
/// Non-blocking, close-on-exec, SO_REUSEADDR. Error{machine} names address:port and the reason.
UniqueFd listen_tcp(const ListenOptions& options);
/// Non-blocking, close-on-exec. The path must not exist yet; removing it is the caller's.
UniqueFd listen_unix(const std::filesystem::path& path, int backlog);
std::uint16_t local_port(int socket_fd);
void set_tcp_nodelay(int socket_fd);
struct PortRange {
  std::uint16_t low = 0;
  std::uint16_t high = 0;  // inclusive

  std::uint32_t size() const { return std::uint32_t{high} - low + 1U; }
  bool operator==(const PortRange&) const = default;
};
/// Of outgoing connections: net.ipv4.ip_local_port_range; the kernel's default where it cannot be
/// read.
PortRange ephemeral_ports();

// --- CPUs
/// CPUs in this process's affinity mask, ascending.
std::vector<int> allowed_cpus();
/// Pins the calling thread (children inherit it). Empty: leaves the mask as it is.
void pin_thread(const std::vector<int>& cpus);

}  // namespace joust::posix
