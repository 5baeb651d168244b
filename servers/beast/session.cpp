#include "servers/beast/session.hpp"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <ctime>
#include <utility>

#include "base/burn.hpp"
#include "servers/site/respond.hpp"
#include "servers/site/response_head.hpp"

namespace joust::beast {

using site::Phase;

// --- the request

void Session::read_next() {
  begin(Phase::idle);
  make_head_room(buffer_);
  read_head();
}

void Session::read_head() {
  parser_.emplace();
  parser_->header_limit(head_limit);
  parser_->body_limit(thread_.worker.options.max_body.value);
  http::async_read_header(socket_, buffer_, *parser_,
                          [self = shared_from_this()](error_code error, std::size_t /*bytes*/) {
                            self->on_head(error);
                          });
}

void Session::on_head(error_code error) {
  if (error == http::error::bad_method && skip_empty_lines()) return;
  if (error) return on_failed_read(error);
  request_ = read_request(parser_->get());
  // A head that is refused is refused before its body comes.
  if (parser_->is_done() || site::refusal_of(request_)) return take_request();
  begin(Phase::body);
  if (const auto length = parser_->content_length()) {
    buffer_.reserve(std::min<std::size_t>(*length, body_room));
  }
  if (awaits_continue(request_)) return send_continue();
  take_body();
}

// True: reading goes on.
bool Session::skip_empty_lines() {
  switch (drop_empty_lines(buffer_)) {
    case EmptyLines::none:
      return false;
    case EmptyLines::dropped:
      read_head();
      return true;
    case EmptyLines::half:
      break;
  }
  socket_.async_read_some(buffer_.prepare(head_room),
                          [self = shared_from_this()](error_code error, std::size_t bytes) {
                            if (error) return;
                            self->buffer_.commit(bytes);
                            self->read_head();
                          });
  return true;
}

void Session::send_continue() {
  net::async_write(socket_, net::buffer(site::continue_head),
                   [self = shared_from_this()](error_code error, std::size_t /*bytes*/) {
                     if (!error) self->take_body();
                   });
}

void Session::take_body() {
  if (is_echoed_on_the_way(request_, *parser_)) {
    upload_.emplace(std::move(*parser_));
    request_ = read_request(upload_->parser().get());
    return take_request();
  }
  parser_->eager(true);
  read_body();
}

// Piece by piece rather than with async_read, which would not tell a slow body from a silent one.
void Session::read_body() {
  http::async_read_some(socket_, buffer_, *parser_,
                        [self = shared_from_this()](error_code error, std::size_t /*bytes*/) {
                          self->on_body(error);
                        });
}

void Session::on_body(error_code error) {
  if (error) return on_failed_read(error);
  if (!site::echoes(request_)) parser_->get().body().clear();
  if (parser_->is_done()) return take_request();
  begin(Phase::body);
  read_body();
}

void Session::on_failed_read(error_code error) {
  if (const auto status = status_after(error, text_of(buffer_))) {
    return send(site::refusal(*status, asks_for_head(*parser_, text_of(buffer_))), {});
  }
  close();
}

// --- the answer

void Session::take_request() {
  begin(Phase::working);
  if (thread_.worker.options.delay.count() == 0) return respond();
  delay_.expires_after(thread_.worker.options.delay);
  delay_.async_wait([self = shared_from_this()](error_code error) {
    if (!error) self->respond();
  });
}

void Session::respond() {
  if (thread_.worker.options.burn.count() > 0) burn_cpu(thread_.worker.options.burn);
  std::string& body = parser_->get().body();
  const auto length = upload_ ? *upload_->parser().content_length() : body.size();
  auto response = site::respond(request_, length, thread_.worker.site, std::time(nullptr));
  send(std::move(response), std::move(body));
}

void Session::send(site::Response response, std::string request_body) {
  if (thread_.stopping) response.close = true;
  answer_.emplace(std::move(response), std::move(request_body), parser_->get().version(),
                  thread_.date.at(std::time(nullptr)));
  if (upload_) return read_piece();
  write_some();
}

// Piece by piece rather than with async_write, which would not tell a slow reader from one that is
// gone. What fits into the socket's buffer is one piece.
void Session::write_some() {
  begin(Phase::writing);
  http::async_write_some(socket_, answer_->serializer(),
                         [self = shared_from_this()](error_code error, std::size_t /*bytes*/) {
                           self->on_written(error);
                         });
}

void Session::on_written(error_code error) {
  if (error == http::error::need_buffer) return read_piece();
  if (error) return close();
  if (!answer_->serializer().is_done()) return write_some();
  if (const auto* range = answer_->file()) {
    file_.emplace(socket_.native_handle(), *range);
    return send_file();
  }
  on_sent();
}

void Session::send_file() {
  begin(Phase::writing);
  switch (file_->send_some()) {
    case Sent::all:
      file_.reset();
      return on_sent();
    case Sent::part:
      return net::post(socket_.get_executor(), [self = shared_from_this()] {
        if (self->socket_.is_open()) self->send_file();
      });
    case Sent::blocked:
      return socket_.async_wait(Socket::wait_write, [self = shared_from_this()](error_code error) {
        if (!error) self->send_file();
      });
    case Sent::failed:
      return close();
  }
}

// The answer has begun: what fails now ends the connection.
void Session::read_piece() {
  begin(Phase::writing);
  http::async_read_some(socket_, buffer_, upload_->parser(),
                        [self = shared_from_this()](error_code error, std::size_t /*bytes*/) {
                          self->on_piece(error);
                        });
}

void Session::on_piece(error_code error) {
  if (Upload::has_failed(error)) return close();
  if (!upload_->has_piece()) return read_piece();
  upload_->pass_on(*answer_);
  write_some();
}

void Session::on_sent() {
  if (answer_->closes() || thread_.stopping) return hang_up();
  answer_.reset();
  upload_.reset();
  read_next();
}

// --- the end

void Session::hang_up() {
  const bool whole = upload_ ? upload_->is_done() : parser_->is_done();
  const bool drains = begin_to_drain(answer_->status(), whole, buffer_.size());
  answer_.reset();
  if (!drains) return close();
  drain();
}

void Session::drain() {
  socket_.async_read_some(buffer_.prepare(head_room),
                          [self = shared_from_this()](error_code error, std::size_t /*bytes*/) {
                            if (error) return self->close();
                            self->drain();
                          });
}

void start_session(Socket socket, ThreadState& thread) {
  std::make_shared<Session>(std::move(socket), thread)->start();
}

}  // namespace joust::beast
