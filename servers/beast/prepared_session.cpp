#include "servers/beast/prepared_session.hpp"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <sys/socket.h>
#include <utility>

#include "servers/site/respond.hpp"
#include "servers/site/response_head.hpp"

namespace joust::beast {

void PreparedSession::start() {
  start_next();
  read_more();
}

void PreparedSession::start_next() {
  begin(site::Phase::idle);
  make_head_room(buffer_);
  renew_parser();
  parsed_ = 0;
  in_pieces_ = false;
  in_body_ = false;
  incoming_ = Incoming::held;
}

void PreparedSession::renew_parser() {
  parser_.emplace();
  parser_->header_limit(head_limit);
  parser_->body_limit(thread_.worker.options.max_body.value);
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
    if (parsed == Parsed::waits) return continue_later();
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
    parser_->forget_fields();
    if (buffer_.size() >= most_buffered) error = http::error::header_limit;
  }
  if (error) return judge(error);
  if (in_pieces_) {
    renew_parser();
    parsed_ = parser_->parse(text_of(buffer_), error);
    if (error) return judge(error);
  }
  // A head that is refused is refused before its body comes.
  if (parser_->is_done() || site::refusal_of(parser_->request())) return Parsed::request;
  begin_body();
  if (awaits_continue(parser_->request())) {
    first_ = site::continue_head;
    const Sent sent = push_bytes();
    if (sent == Sent::failed) return Parsed::failed;
    if (sent == Sent::blocked) return Parsed::waits;
  }
  return incoming_ == Incoming::echoed ? Parsed::request : parse();
}

void PreparedSession::begin_body() {
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
}

// The rest of a 100 to a client that has not read its earlier answers: elsewhere it fits.
void PreparedSession::continue_later() {
  begin(site::Phase::writing);
  socket_.async_wait(Socket::wait_write, [self = shared_from_this()](error_code error) {
    if (error) return;
    const Sent sent = self->push_bytes();
    if (sent == Sent::blocked) return self->continue_later();
    if (sent == Sent::failed) return self->close();
    self->begin(site::Phase::body);
    if (!self->is_answered() || self->answer()) self->go_on();
  });
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

void start_prepared_session(Socket socket, ThreadState& thread) {
  std::make_shared<PreparedSession>(std::move(socket), thread)->start();
}

}  // namespace joust::beast
