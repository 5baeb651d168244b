#include "servers/beast/session.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <ctime>
#include <utility>

#include "base/burn.hpp"
#include "servers/site/respond.hpp"

namespace joust::beast {
namespace {

// Beast reads as much as the buffer has room for, 512 bytes unless told otherwise.
constexpr std::size_t head_room = 8192;
constexpr std::size_t body_room = 65536;

}  // namespace

Session::Session(Socket socket, ThreadState& thread)
    : socket_(std::move(socket)), thread_(thread), delay_(socket_.get_executor()) {
  buffer_.reserve(head_room);
  thread_.sessions.insert(this);
}

Session::~Session() {
  close();  // first, so that whoever waits for a descriptor finds it free
  thread_.sessions.erase(this);
  if (thread_.on_left) thread_.on_left();
}

void Session::start() { read_next(); }

void Session::look() {
  if (phase_ == Phase::idle && parser_->got_some()) begin(Phase::head);
  if (thread_.patience.is_over(phase_, since_, thread_.now)) close();
}

void Session::stop() {
  if (phase_ == Phase::idle && !parser_->got_some()) close();
}

void Session::begin(Phase phase) {
  phase_ = phase;
  since_ = thread_.now;
}

// What is pending ends with an error, and the session with it.
void Session::close() {
  error_code ignored;
  delay_.cancel();
  socket_.close(ignored);
}

// --- the request

void Session::read_next() {
  begin(Phase::idle);
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
  if (expects_continue(parser_->get())) return send_continue();
  read_body();
}

// Beast refuses a CRLF before the request line, which RFC 9112 (2.2) wants ignored. Looking for it
// only when Beast has complained costs other requests nothing. True: reading goes on.
bool Session::skip_empty_lines() {
  const auto text = [this] {
    const auto data = buffer_.data();
    return std::string_view(static_cast<const char*>(data.data()), data.size());
  };
  const std::size_t before = buffer_.size();
  while (text().starts_with("\r\n")) buffer_.consume(2);
  if (text() == "\r") {
    socket_.async_read_some(buffer_.prepare(head_room),
                            [self = shared_from_this()](error_code error, std::size_t bytes) {
                              if (error) return;
                              self->buffer_.commit(bytes);
                              self->read_head();
                            });
    return true;
  }
  if (buffer_.size() == before) return false;
  read_head();
  return true;
}

void Session::send_continue() {
  net::async_write(socket_, net::buffer(continue_answer),
                   [self = shared_from_this()](error_code error, std::size_t /*bytes*/) {
                     if (!error) self->read_body();
                   });
}

// Piece by piece rather than with async_read, which would not tell a slow body from a silent one.
void Session::read_body() {
  parser_->eager(true);
  http::async_read_some(socket_, buffer_, *parser_,
                        [self = shared_from_this()](error_code error, std::size_t /*bytes*/) {
                          self->on_body(error);
                        });
}

void Session::on_body(error_code error) {
  if (error) return on_failed_read(error);
  if (parser_->is_done()) return take_request();
  begin(Phase::body);
  read_body();
}

void Session::on_failed_read(error_code error) {
  if (const auto status = refusal_for(error)) return send(site::refusal(*status), {});
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
  auto response = site::respond(request_, body.size(), thread_.worker.site, std::time(nullptr));
  send(std::move(response), std::move(body));
}

void Session::send(site::Response response, std::string request_body) {
  if (thread_.stopping) response.close = true;
  answer_.emplace(std::move(response), std::move(request_body), parser_->get().version(),
                  thread_.date.at(std::time(nullptr)));
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
  if (error) return close();
  if (!answer_->serializer().is_done()) return write_some();
  if (const auto* range = answer_->file()) {
    file_.emplace(*range);
    return send_file();
  }
  on_sent();
}

void Session::send_file() {
  begin(Phase::writing);
  switch (file_->send_some(socket_.native_handle())) {
    case Sent::all:
      file_.reset();
      return on_sent();
    case Sent::part:
      return net::post(socket_.get_executor(), [self = shared_from_this()] { self->send_file(); });
    case Sent::blocked:
      return socket_.async_wait(Socket::wait_write, [self = shared_from_this()](error_code error) {
        if (!error) self->send_file();
      });
    case Sent::failed:
      return close();
  }
}

void Session::on_sent() {
  if (answer_->closes() || thread_.stopping) return hang_up();
  answer_.reset();
  read_next();
}

// --- the end

// To close a socket while the client still sends resets the connection, and a reset may destroy
// the answer before the client has read it. So what may still come is read first; a client whose
// request is answered to its end sends nothing more.
void Session::hang_up() {
  const bool more_may_come = answer_->status() >= 400 || !parser_->is_done() || buffer_.size() > 0;
  answer_.reset();
  if (!more_may_come) return close();
  error_code error;
  socket_.shutdown(Socket::shutdown_send, error);
  if (error) return close();
  begin(Phase::draining);
  buffer_.clear();
  drain();
}

void Session::drain() {
  socket_.async_read_some(buffer_.prepare(head_room),
                          [self = shared_from_this()](error_code error, std::size_t /*bytes*/) {
                            if (error) return self->close();
                            self->drain();
                          });
}

}  // namespace joust::beast
