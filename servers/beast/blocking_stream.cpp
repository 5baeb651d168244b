#include "servers/beast/blocking_stream.hpp"

#include <boost/asio/error.hpp>
#include <cerrno>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <utility>

namespace joust::beast {
namespace {

using boost::system::error_code;

error_code last_error() { return {errno, boost::system::system_category()}; }

timeval as_timeval(Nanoseconds time) {
  // Zero would mean: for ever.
  const auto micros = std::max<std::int64_t>(1, time.count() / 1000);
  timeval value{};
  value.tv_sec = static_cast<time_t>(micros / 1'000'000);
  value.tv_usec = static_cast<suseconds_t>(micros % 1'000'000);
  return value;
}

msghdr message_of(const iovec* pieces, std::size_t count) {
  msghdr message{};
  message.msg_iov = const_cast<iovec*>(pieces);  // the kernel only reads them
  message.msg_iovlen = count;
  return message;
}

}  // namespace

BlockingStream::BlockingStream(int socket, Nanoseconds silence) : socket_(socket) {
  const timeval time = as_timeval(silence);
  setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
  setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
}

void BlockingStream::allow_after_first_read(Nanoseconds patience) {
  allow(patience);
  first_read_free_ = true;
}

void BlockingStream::allow(Nanoseconds patience) {
  patience_ = patience;
  first_read_free_ = false;
  has_deadline_ = true;
  deadline_.reset();
}

void BlockingStream::allow_each() {
  first_read_free_ = false;
  has_deadline_ = false;
}

bool BlockingStream::wait_for_bytes(SteadyClock::time_point deadline, error_code& error) const {
  for (;;) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - SteadyClock::now()).count();
    pollfd watched{socket_, POLLIN, 0};
    const int ready =
        left <= 0 ? 0 : poll(&watched, 1, static_cast<int>(std::min<std::int64_t>(left, 1 << 30)));
    if (ready > 0) return true;
    if (ready < 0 && errno == EINTR) continue;
    error = ready < 0 ? last_error() : error_code(boost::asio::error::would_block);
    return false;
  }
}

std::size_t BlockingStream::receive(const iovec* pieces, std::size_t count, error_code& error) {
  error = {};
  const bool timed = has_deadline_ && !std::exchange(first_read_free_, false);
  if (timed) {
    if (!deadline_) deadline_ = SteadyClock::now() + patience_;
    if (!wait_for_bytes(*deadline_, error)) return 0;
  }
  msghdr message = message_of(pieces, count);
  for (;;) {
    const ssize_t bytes = count == 1 ? recv(socket_, pieces->iov_base, pieces->iov_len, 0)
                                     : recvmsg(socket_, &message, 0);
    if (bytes > 0) return static_cast<std::size_t>(bytes);
    if (bytes < 0 && errno == EINTR) continue;
    error = bytes < 0 ? last_error() : error_code(boost::asio::error::eof);
    return 0;
  }
}

std::size_t BlockingStream::send(const iovec* pieces, std::size_t count, error_code& error) {
  error = {};
  if (count == 0) return 0;
  const msghdr message = message_of(pieces, count);
  for (;;) {
    const ssize_t bytes = sendmsg(socket_, &message, MSG_NOSIGNAL);
    if (bytes >= 0) return static_cast<std::size_t>(bytes);
    if (errno == EINTR) continue;
    error = last_error();
    return 0;
  }
}

}  // namespace joust::beast
