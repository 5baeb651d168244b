#include "servers/beast/file_sender.hpp"

#include <utility>

namespace joust::beast {

FileSender::FileSender(int socket, site::FileRange range)
    : socket_(socket), left_(std::move(range)) {
  turns_.begin(socket_, left_.length);
}

Sent FileSender::send_some() {
  const Sent sent = site::send_turn(socket_, left_, turns_.bytes());
  if (sent == Sent::all) turns_.end(socket_);
  return sent;
}

}  // namespace joust::beast
