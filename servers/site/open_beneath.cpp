#include "servers/site/open_beneath.hpp"

#include <cerrno>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>

namespace joust::site {
namespace {

constexpr int open_flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

std::string relative(std::string_view path) {
  while (path.starts_with('/')) path.remove_prefix(1);
  return path.empty() ? "." : std::string(path);
}

OpenedFile with_status(int fd, int error) {
  OpenedFile file;
  if (fd < 0) {
    file.error = error;
    return file;
  }
  file.fd.reset(fd);
  if (fstat(fd, &file.status) != 0) {
    file.error = errno;
    file.fd.reset();
  }
  return file;
}

}  // namespace

OpenedFile open_beneath(int folder_fd, std::string_view path) {
  const std::string name = relative(path);
  open_how how{};
  how.flags = open_flags;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  // EAGAIN: something was renamed on the way, so that the kernel could not be sure. Rare.
  for (int attempt = 0; attempt < 8; ++attempt) {
    const long fd = syscall(SYS_openat2, folder_fd, name.c_str(), &how, sizeof how);
    if (fd >= 0) return with_status(static_cast<int>(fd), 0);
    if (errno == ENOSYS || errno == EPERM) return open_beneath_without_links(folder_fd, path);
    if (errno != EAGAIN) break;
  }
  return with_status(-1, errno);
}

OpenedFile open_beneath_without_links(int folder_fd, std::string_view path) {
  std::string rest = relative(path);
  UniqueFd folder(fcntl(folder_fd, F_DUPFD_CLOEXEC, 0));
  if (!folder) return with_status(-1, errno);
  for (;;) {
    const auto slash = rest.find('/');
    const std::string segment = rest.substr(0, slash);
    if (segment == "..") return with_status(-1, EXDEV);
    const auto next = rest.find_first_not_of('/', slash);
    const bool last = slash == std::string::npos;
    const int kind = last ? open_flags : (O_PATH | O_DIRECTORY | O_CLOEXEC);
    const int fd = openat(folder.get(), segment.c_str(), kind | O_NOFOLLOW);
    if (fd < 0 || last) return with_status(fd, errno);
    folder.reset(fd);
    rest = next == std::string::npos ? "." : rest.substr(next);
  }
}

}  // namespace joust::site
