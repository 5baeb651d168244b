// The answers of a --prepared connection, and its end.
#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <ctime>
#include <sys/socket.h>
#include <sys/uio.h>
#include <utility>
#include <variant>

#include "base/burn.hpp"
#include "servers/beast/prepared_session.hpp"
#include "servers/site/respond.hpp"
#include "servers/site/response_head.hpp"

namespace joust::beast {
namespace {

// A body made for one request goes out with its head up to this size, a copy being cheaper than a
// gathering send.
constexpr std::size_t short_text = 16384;

void take_away(std::string_view& first, std::string_view& second, std::size_t sent) {
  const std::size_t of_first = std::min(sent, first.size());
  first.remove_prefix(of_first);
  second.remove_prefix(sent - of_first);
}

}  // namespace

// What returns bool says whether the answer is sent and the next request may be looked at.

bool PreparedSession::answer() {
  if (thread_.worker.options.delay.count() == 0) return respond();
  begin(site::Phase::working);
  delay_.expires_after(thread_.worker.options.delay);
  delay_.async_wait([self = shared_from_this()](error_code error) {
    if (!error && self->respond()) self->go_on();
  });
  return false;
}

bool PreparedSession::respond() {
  if (thread_.worker.options.burn.count() > 0) burn_cpu(thread_.worker.options.burn);
  if (refusal_) {
    send_made(
        site::refusal(*refusal_, site::is_begin_of_head(text_of(in_body_ ? head_ : buffer_))));
    return push();
  }
  const site::Request& request = parser_->request();
  const std::time_t now = std::time(nullptr);
  const bool plain = !thread_.stopping && PreparedAnswers::is_plain(request);
  auto prepared = plain ? thread_.prepared.find(request.target, now) : nullptr;
  if (!prepared) {
    const auto length = incoming_ == Incoming::echoed ? *parser_->content_length()
                                                      : std::uint64_t{parser_->body().size()};
    auto response = site::respond(request, length, thread_.worker.site, now);
    if (plain) {
      prepared = thread_.prepared.keep(request.target, response, now, thread_.date.at(now));
    }
    if (!prepared) {
      send_made(std::move(response));
      return push();
    }
  }
  send_prepared(std::move(prepared));
  return push();
}

void PreparedSession::send_prepared(std::shared_ptr<const PreparedAnswer> prepared) {
  prepared_ = std::move(prepared);
  status_ = 200;
  closes_ = false;
  first_ = prepared_->text;
  if (const auto* range = std::get_if<site::FileRange>(&prepared_->rest)) {
    file_.emplace(socket_.native_handle(), *range);
  } else if (const auto* bytes = std::get_if<site::PreparedBytes>(&prepared_->rest)) {
    second_ = bytes->bytes;
  }
}

void PreparedSession::send_made(site::Response response) {
  if (thread_.stopping) response.close = true;
  status_ = response.status;
  closes_ = response.close;
  text_.clear();
  site::append_head(text_, response, parser_->request().minor_version,
                    thread_.date.at(std::time(nullptr)));
  if (response.send_body) {
    body_ = std::holds_alternative<site::RequestBody>(response.body)
                ? site::Body(std::move(parser_->body()))
                : std::move(response.body);
    if (auto* range = std::get_if<site::FileRange>(&body_))
      file_.emplace(socket_.native_handle(), std::move(*range));
    second_ = bytes_of(body_);
    if (second_.size() <= short_text) text_.append(std::exchange(second_, {}));
  }
  first_ = text_;
}

bool PreparedSession::send_piece() {
  first_ = parser_->body();
  return push();
}

bool PreparedSession::push() {
  Sent sent = push_bytes();
  if (sent == Sent::all && file_) sent = file_->send_some();
  switch (sent) {
    case Sent::all:
      return on_sent();
    case Sent::part:
      begin(site::Phase::writing);
      net::post(socket_.get_executor(), [self = shared_from_this()] {
        if (self->socket_.is_open() && self->push()) self->go_on();
      });
      return false;
    case Sent::blocked:
      begin(site::Phase::writing);
      socket_.async_wait(Socket::wait_write, [self = shared_from_this()](error_code error) {
        if (!error && self->push()) self->go_on();
      });
      return false;
    case Sent::failed:
      break;
  }
  close();
  return false;
}

Sent PreparedSession::push_bytes() {
  const int flags = MSG_NOSIGNAL | (file_ ? MSG_MORE : 0);  // the head goes with the file
  while (!first_.empty() || !second_.empty()) {
    ssize_t sent = 0;
    if (second_.empty()) {
      sent = send(socket_.native_handle(), first_.data(), first_.size(), flags);
    } else {
      std::array<iovec, 2> pieces{};
      // sendmsg does not write to them; iovec has no const.
      pieces[0] = {const_cast<char*>(first_.data()), first_.size()};
      pieces[1] = {const_cast<char*>(second_.data()), second_.size()};
      msghdr message{};
      message.msg_iov = pieces.data();
      message.msg_iovlen = pieces.size();
      sent = sendmsg(socket_.native_handle(), &message, flags);
    }
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return errno == EAGAIN ? Sent::blocked : Sent::failed;
    take_away(first_, second_, static_cast<std::size_t>(sent));
  }
  return Sent::all;
}

bool PreparedSession::on_sent() {
  file_.reset();
  prepared_.reset();
  if (incoming_ == Incoming::echoed && !refusal_ && !parser_->is_done()) {
    parser_->body().clear();
    begin(site::Phase::writing);
    return true;
  }
  if (closes_ || thread_.stopping) return hang_up();
  if (in_body_) {
    body_ = {};
    head_ = ReadBuffer{};
  } else {
    buffer_.consume(parsed_);
  }
  start_next();
  return true;
}

bool PreparedSession::hang_up() {
  const bool whole = !refusal_ && parser_->is_done();
  const std::size_t unread = buffer_.size() - (in_body_ ? 0 : parsed_);
  if (begin_to_drain(status_, whole, unread)) {
    drain();
  } else {
    close();
  }
  return false;
}

void PreparedSession::drain() {
  socket_.async_read_some(buffer_.prepare(head_room),
                          [self = shared_from_this()](error_code error, std::size_t /*bytes*/) {
                            if (error) return self->close();
                            self->drain();
                          });
}

}  // namespace joust::beast
