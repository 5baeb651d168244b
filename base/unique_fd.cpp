#include "base/unique_fd.hpp"

#include <cerrno>
#include <unistd.h>

namespace joust {

void UniqueFd::reset(int fd) {
  const int old = std::exchange(fd_, fd);
  if (old < 0 || old == fd) return;
  // Destructors run while errors are on their way up: the errno they are about must survive.
  const int saved = errno;
  close(old);
  errno = saved;
}

}  // namespace joust
