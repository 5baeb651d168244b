#include "suites/run/process_tree.hpp"

#include <array>
#include <cstddef>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace joust::suites {
namespace {

// A process's number as text, without the allocating or locale-aware library functions.
pid_t number_from(const char* text) {
  pid_t number = 0;
  if (*text == '\0') return 0;
  for (; *text != '\0'; ++text) {
    if (*text < '0' || *text > '9') return 0;
    number = number * 10 + (*text - '0');
  }
  return number;
}

using StatPath = std::array<char, 32>;

StatPath stat_path_of(pid_t pid) {
  std::array<char, 12> digits{};
  std::size_t count = 0;
  do {
    digits.at(count++) = static_cast<char>('0' + pid % 10);
    pid /= 10;
  } while (pid > 0);
  StatPath path{};
  std::memcpy(path.data(), "/proc/", 6);
  std::size_t at = 6;
  while (count > 0) path.at(at++) = digits.at(--count);
  std::memcpy(&path.at(at), "/stat", 6);
  return path;
}

bool is_below(pid_t pid, pid_t ancestor) {
  // A chain longer than this is a loop made by process numbers being reused while we look.
  for (int steps = 0; steps < 1000; ++steps) {
    const pid_t parent = parent_of(pid);
    if (parent == ancestor) return true;
    if (parent <= 1) return false;
    pid = parent;
  }
  return false;
}

}  // namespace

pid_t parent_of(pid_t pid) {
  const int fd = open(stat_path_of(pid).data(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  std::array<char, 512> text{};
  const ssize_t length = read(fd, text.data(), text.size() - 1);
  close(fd);
  if (length <= 0) return 0;
  // "pid (name) state ppid ...": the name may hold blanks and brackets, so count from the last one.
  const char* bracket = std::strrchr(text.data(), ')');
  if (bracket == nullptr || std::strlen(bracket) < 5) return 0;
  pid_t parent = 0;
  for (const char* at = bracket + 4; *at >= '0' && *at <= '9'; ++at) {
    parent = parent * 10 + (*at - '0');
  }
  return parent;
}

int signal_descendants(pid_t ancestor, int signal_number) {
  const int folder = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return 0;
  alignas(dirent64) std::array<char, 8192> entries{};
  int signalled = 0;
  for (;;) {
    const long bytes = syscall(SYS_getdents64, folder, entries.data(), entries.size());
    if (bytes <= 0) break;
    for (std::size_t at = 0; at < static_cast<std::size_t>(bytes);) {
      const auto* entry = reinterpret_cast<const dirent64*>(&entries.at(at));
      at += entry->d_reclen;
      const pid_t pid = number_from(static_cast<const char*>(entry->d_name));
      if (pid <= 1 || pid == ancestor || !is_below(pid, ancestor)) continue;
      if (kill(pid, signal_number) == 0) ++signalled;
    }
  }
  close(folder);
  return signalled;
}

}  // namespace joust::suites
