#include "servers/beast/file_sender.hpp"

#include <algorithm>
#include <cerrno>
#include <sys/sendfile.h>

namespace joust::beast {

Sent FileSender::send_some(int socket) {
  if (!begun_) {
    begun_ = true;
    turns_.begin(socket, left_.length);
  }
  std::uint64_t turn = std::min(left_.length, turns_.bytes());
  while (turn > 0) {
    auto offset = static_cast<off_t>(left_.offset);
    const ssize_t n = sendfile(socket, left_.fd, &offset, static_cast<std::size_t>(turn));
    if (n < 0) {
      if (errno == EINTR) continue;
      return errno == EAGAIN ? Sent::blocked : Sent::failed;
    }
    if (n == 0) return Sent::failed;
    const auto sent = static_cast<std::uint64_t>(n);
    left_.offset += sent;
    left_.length -= sent;
    turn -= sent;
  }
  if (left_.length > 0) return Sent::part;
  turns_.end(socket);
  return Sent::all;
}

}  // namespace joust::beast
