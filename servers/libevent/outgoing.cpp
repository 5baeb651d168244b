#include "servers/libevent/outgoing.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <event2/buffer.h>
#include <event2/event.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "servers/libevent/evbuffer_body.hpp"

namespace joust::libevent {
namespace {

// A bufferevent writes 16 KiB at a time unless told otherwise.
constexpr std::size_t single_write = std::size_t{1} << 20;

bool would_block() { return errno == EAGAIN || errno == EWOULDBLOCK; }

iovec piece(std::string_view bytes) {
  return {const_cast<char*>(bytes.data()), bytes.size()};  // sendmsg only reads them
}

}  // namespace

Outgoing::Outgoing(bufferevent* connection, Gathered& gathered)
    : connection_(connection), socket_(bufferevent_getfd(connection)), gathered_(gathered) {
  bufferevent_set_max_single_write(connection_, single_write);
}

std::size_t Outgoing::queued() const {
  return evbuffer_get_length(bufferevent_get_output(connection_));
}

bool Outgoing::send(const site::PreparedBytes& bytes, int flags) {
  std::string& gathered = gathered_.text();
  std::size_t sent = 0;
  if (gathered.empty() && bytes.bytes.empty()) return true;
  if (!waits()) {
    std::array<iovec, 2> pieces{piece(gathered), piece(bytes.bytes)};
    msghdr message{};
    message.msg_iov = pieces.data();
    message.msg_iovlen = bytes.bytes.empty() ? 1 : 2;
    ssize_t n = 0;
    do {
      n = sendmsg(socket_, &message, MSG_NOSIGNAL | flags);
    } while (n < 0 && errno == EINTR);
    if (n < 0 && !would_block()) {
      gathered.clear();
      return false;
    }
    if (n > 0) sent = static_cast<std::size_t>(n);
  }
  const bool queued = sent == gathered.size() + bytes.bytes.size() || queue(gathered, bytes, sent);
  gathered.clear();
  return queued;
}

bool Outgoing::queue(std::string_view gathered, const site::PreparedBytes& bytes,
                     std::size_t sent) {
  evbuffer* out = bufferevent_get_output(connection_);
  const std::size_t of_gathered = std::min(sent, gathered.size());
  gathered.remove_prefix(of_gathered);
  const auto rest = bytes.bytes.substr(sent - of_gathered);
  if (evbuffer_add(out, gathered.data(), gathered.size()) != 0) return false;
  if (bytes.owner) return add_bytes(out, {bytes.owner, rest});
  return evbuffer_add(out, rest.data(), rest.size()) == 0;
}

bool Outgoing::send_file(const site::FileRange& part) {
  if (!send({}, MSG_MORE)) return false;
  turns_.begin(socket_, part.length);
  file_ = part;
  return waits() || send_piece();
}

bool Outgoing::survives_end_of_file() {
  struct stat status {};
  const bool mistaken = waits() && file_ && fstat(file_->fd, &status) == 0 &&
                        static_cast<std::uint64_t>(status.st_size) >= file_->offset;
  return mistaken && bufferevent_enable(connection_, EV_WRITE) == 0;
}

bool Outgoing::go_on() { return !file_ || queue_piece(); }

bool Outgoing::send_piece() {
  return site::send_turn(socket_, *file_, turns_.bytes()) != site::Sent::failed && queue_piece();
}

// The bufferevent sends the next piece as soon as the socket takes it, and then asks for more.
bool Outgoing::queue_piece() {
  if (file_->length > 0) {
    site::FileRange next = *file_;
    next.length = std::min(next.length, turns_.bytes());
    if (!add_file(bufferevent_get_output(connection_), next)) return false;
    file_->offset += next.length;
    file_->length -= next.length;
  }
  if (waits()) return true;
  file_.reset();
  turns_.end(socket_);
  return true;
}

}  // namespace joust::libevent
