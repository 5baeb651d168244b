#include "servers/beast/prepared_session.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <ctime>
#include <sys/socket.h>
#include <sys/uio.h>
#include <utility>
#include <variant>

#include "base/burn.hpp"
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

PreparedSession::PreparedSession(Socket socket, ThreadState& thread)
    : Connection(thread), socket_(std::move(socket)), delay_(socket_.get_executor()) {
  parser_.emplace();
}

void PreparedSession::start() {
  start_next();
  read_more();
}

void PreparedSession::close() {
  error_code ignored;
  delay_.cancel();
  socket_.close(ignored);
}

// --- the request

void PreparedSession::start_next() {
  begin(site::Phase::idle);
  make_head_room(buffer_);
  parser_.emplace();
  parser_->header_limit(head_limit);
  parser_->body_limit(thread_.worker.options.max_body.value);
  parsed_ = 0;
  in_pieces_ = false;
  in_body_ = false;
  incoming_ = Incoming::held;
}

void PreparedSession::read_more() {
  const std::size_t room =
      in_body_ ? body_room : std::max<std::size_t>(512, buffer_.capacity() - buffer_.size());
  socket_.async_read_some(buffer_.prepare(std::min(room, most_buffered - buffer_.size())),
                          [self = shared_from_this()](error_code error, std::size_t bytes) {
                            self->on_read(error, bytes);
                          });
}

void PreparedSession::on_read(error_code error, std::size_t bytes) {
  buffer_.commit(bytes);
  if (in_body_ && bytes > 0) begin(is_answered() ? site::Phase::writing : site::Phase::body);
  if (!error) return go_on();
  refusal_ = status_after(error);
  if (!refusal_) return close();
  answer();
}

// After the others of this turn: Asio tries a read before it waits for one, and by then the next
// request has often come. At once it never has, and the try would be a system call for nothing.
void PreparedSession::read_later() {
  net::post(socket_.get_executor(), [self = shared_from_this()] { self->read_more(); });
}

// Answers what has come, request by request, as far as it goes without waiting.
void PreparedSession::go_on() {
  for (;;) {
    const Parsed parsed = parse();
    if (parsed == Parsed::more) return buffer_.size() == 0 ? read_later() : read_more();
    if (parsed == Parsed::failed) return close();
    if (!(parsed == Parsed::piece ? send_piece() : answer())) return;
  }
}

PreparedSession::Parsed PreparedSession::parse() {
  if (buffer_.size() == 0) return Parsed::more;
  return in_body_ ? parse_body() : parse_head();
}

// The site reads the head in place, so that it must be parsed in one piece. One that comes in
// several is parsed as it comes, to refuse it early, and once more when it is there.
PreparedSession::Parsed PreparedSession::parse_head() {
  if (parsed_ == 0 && text_of(buffer_).front() == '\r') {
    if (drop_empty_lines(buffer_) == EmptyLines::half || buffer_.size() == 0) return Parsed::more;
  }
  error_code error;
  parsed_ += parser_->parse(text_of(buffer_).substr(parsed_), error);
  if (error == http::error::need_more) {
    in_pieces_ = true;
    if (buffer_.size() >= most_buffered) error = http::error::header_limit;
  }
  if (error) return judge(error);
  if (in_pieces_) {
    parser_.emplace();
    parser_->header_limit(head_limit);
    parser_->body_limit(thread_.worker.options.max_body.value);
    parsed_ = parser_->parse(text_of(buffer_), error);
    if (error) return judge(error);
  }
  // A head that is refused is refused before its body comes.
  if (parser_->is_done() || site::refusal_of(parser_->request())) return Parsed::request;
  if (!begin_body()) return Parsed::failed;
  return incoming_ == Incoming::echoed ? Parsed::request : parse();
}

// False: the client is gone.
bool PreparedSession::begin_body() {
  begin(site::Phase::body);
  in_body_ = true;
  ReadBuffer rest{most_buffered};
  const auto more = text_of(buffer_).substr(parsed_);
  net::buffer_copy(rest.prepare(more.size()), net::buffer(more));
  rest.commit(more.size());
  head_ = std::exchange(buffer_, std::move(rest));
  parsed_ = 0;
  parser_->eager(true);
  if (!site::echoes(parser_->request())) {
    incoming_ = Incoming::dropped;
  } else if (parser_->content_length().value_or(0) > site::held_upload) {
    incoming_ = Incoming::echoed;
  }
  if (!awaits_continue(parser_->request())) return true;
  // It fits: whoever waits for it has read all answers before.
  const auto text = site::continue_head;
  const ssize_t sent = send(socket_.native_handle(), text.data(), text.size(), MSG_NOSIGNAL);
  return sent == static_cast<ssize_t>(text.size());
}

PreparedSession::Parsed PreparedSession::parse_body() {
  error_code error;
  buffer_.consume(parser_->parse(text_of(buffer_), error));
  // A chunk's line or trailers: Beast waits for their end without limit.
  if (error == http::error::need_more && buffer_.size() >= most_buffered) {
    error = http::error::header_limit;
  }
  if (is_answered()) {
    if (error && error != http::error::need_more) return Parsed::failed;
    return parser_->body().empty() ? Parsed::more : Parsed::piece;
  }
  if (error) return judge(error);
  if (incoming_ == Incoming::dropped) parser_->body().clear();
  return parser_->is_done() ? Parsed::request : Parsed::more;
}

PreparedSession::Parsed PreparedSession::judge(error_code error) {
  if (error == http::error::need_more) return Parsed::more;
  refusal_ = refusal_for(error, text_of(buffer_));
  return refusal_ ? Parsed::request : Parsed::failed;
}

// --- the answer: true where it is sent and the next request may be looked at

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
    send_made(site::refusal(*refusal_));
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
    file_.emplace(*range);
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
    if (auto* range = std::get_if<site::FileRange>(&body_)) file_.emplace(std::move(*range));
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
  if (sent == Sent::all && file_) sent = file_->send_some(socket_.native_handle());
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

// Why: see lingers().
bool PreparedSession::hang_up() {
  const bool whole = !refusal_ && parser_->is_done();
  const std::size_t unread = buffer_.size() - (in_body_ ? 0 : parsed_);
  if (!lingers(status_, whole, unread)) {
    close();
    return false;
  }
  error_code error;
  socket_.shutdown(Socket::shutdown_send, error);
  begin(site::Phase::draining);
  buffer_.clear();
  if (error) {
    close();
  } else {
    drain();
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

void start_prepared_session(Socket socket, ThreadState& thread) {
  std::make_shared<PreparedSession>(std::move(socket), thread)->start();
}

}  // namespace joust::beast
