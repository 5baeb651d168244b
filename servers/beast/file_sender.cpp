#include "servers/beast/file_sender.hpp"

#include <algorithm>
#include <cerrno>
#include <sys/sendfile.h>
#include <utility>

namespace joust::beast {

FileSender::FileSender(int socket, site::FileRange range)
    : socket_(socket), left_(std::move(range)) {
  turns_.begin(socket_, left_.length);
}

Sent FileSender::send_some() {
  std::uint64_t turn = std::min(left_.length, turns_.bytes());
  while (turn > 0) {
    auto offset = static_cast<off_t>(left_.offset);
    const ssize_t n = sendfile(socket_, left_.fd, &offset, static_cast<std::size_t>(turn));
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
  turns_.end(socket_);
  return Sent::all;
}

}  // namespace joust::beast
