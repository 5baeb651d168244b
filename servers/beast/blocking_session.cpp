#include "servers/beast/blocking_session.hpp"

#include <algorithm>
#include <boost/asio/error.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <ctime>
#include <sys/socket.h>
#include <thread>
#include <utility>

#include "base/burn.hpp"
#include "servers/beast/file_sender.hpp"
#include "servers/site/patience.hpp"
#include "servers/site/response_head.hpp"

namespace joust::beast {

using boost::system::error_code;
namespace net = boost::asio;

namespace {

// The status to refuse with after a read in the middle of a request that failed.
std::optional<int> status_after(const error_code& error, std::string_view head) {
  if (error == net::error::would_block) return 408;
  return refusal_for(error, head);
}

}  // namespace

void BlockingSession::run() {
  while (serve_one()) continue;
  // Why: see lingers().
  if (!answer_) return;
  const bool whole = upload_ ? upload_->is_done() : parser_->is_done();
  if (!lingers(answer_->status(), whole, buffer_.size())) return;
  if (shutdown(stream_.socket(), SHUT_WR) == 0) drain();
}

// False: the last one.
bool BlockingSession::serve_one() {
  answer_.reset();
  upload_.reset();
  const Head head = read_head();
  if (head == Head::gone) return false;
  if (head == Head::request) {
    // A head that is refused is refused before its body comes.
    const bool body_comes = !parser_->is_done() && !site::refusal_of(request_);
    if (body_comes && !read_body()) return false;
    if (!answer_) respond();
  }
  if (!(upload_ ? echo() : send_answer())) {
    answer_.reset();
    return false;
  }
  return !answer_->closes() && !around_.stopping;
}

BlockingSession::Head BlockingSession::read_head() {
  make_head_room(buffer_);
  if (buffer_.size() > 0) {
    stream_.allow(around_.options.header_timeout);
  } else {
    stream_.allow_after_first_read(around_.options.header_timeout);
    // Whoever stops the server looks for idle ones after it has said so: one of both sees it.
    idle_ = true;
    if (around_.stopping) return Head::gone;
    error_code failed;
    buffer_.commit(stream_.read_some(buffer_.prepare(head_room), failed));
    idle_ = false;
    if (failed) return Head::gone;
  }
  for (;;) {
    parser_.emplace();
    parser_->header_limit(head_limit);
    parser_->body_limit(around_.options.max_body.value);
    error_code error;
    http::read_header(stream_, buffer_, *parser_, error);
    if (!error) {
      request_ = read_request(parser_->get());
      return Head::request;
    }
    if (error == http::error::bad_method) {
      const EmptyLines lines = drop_empty_lines(buffer_);
      if (lines == EmptyLines::half) {
        buffer_.commit(stream_.read_some(buffer_.prepare(head_room), error));
        if (error) return Head::gone;
      }
      if (lines != EmptyLines::none) continue;
    }
    const auto status = status_after(error, text_of(buffer_));
    if (!status) return Head::gone;
    make_answer(site::refusal(*status, asks_for_head(*parser_, text_of(buffer_))), {});
    return Head::refused;
  }
}

// False: the client is gone. A body that is refused leaves its answer.
bool BlockingSession::read_body() {
  stream_.allow_each();
  if (const auto length = parser_->content_length()) {
    buffer_.reserve(std::min<std::size_t>(*length, body_room));
  }
  error_code error;
  if (awaits_continue(request_)) {
    net::write(stream_, net::buffer(site::continue_head), error);
    if (error) return false;
  }
  if (is_echoed_on_the_way(request_, *parser_)) {
    upload_.emplace(std::move(*parser_));
    request_ = read_request(upload_->parser().get());
    return true;
  }
  parser_->eager(true);
  while (!parser_->is_done()) {
    http::read_some(stream_, buffer_, *parser_, error);
    if (!site::echoes(request_)) parser_->get().body().clear();
    if (!error) continue;
    const auto status = status_after(error, {});
    if (status) make_answer(site::refusal(*status, asks_for_head(*parser_, text_of(buffer_))), {});
    return status.has_value();
  }
  return true;
}

void BlockingSession::respond() {
  const site::Options& options = around_.options;
  if (options.delay.count() > 0) std::this_thread::sleep_for(options.delay);
  if (options.burn.count() > 0) burn_cpu(options.burn);
  std::string& body = parser_->get().body();
  site::Response response;
  {
    const std::lock_guard lock(around_.site_mutex);
    const auto length = upload_ ? *upload_->parser().content_length() : body.size();
    response = site::respond(request_, length, around_.site, std::time(nullptr));
  }
  make_answer(std::move(response), std::move(body));
}

void BlockingSession::make_answer(site::Response response, std::string request_body) {
  if (around_.stopping) response.close = true;
  answer_.emplace(std::move(response), std::move(request_body), parser_->get().version(),
                  date_.at(std::time(nullptr)));
}

// False: the client is gone, or takes nothing, or sends nothing: as the answer has begun, there is
// no telling it.
bool BlockingSession::echo() {
  error_code error;
  while (!answer_->serializer().is_done()) {
    http::read_some(stream_, buffer_, upload_->parser(), error);
    if (Upload::has_failed(error)) return false;
    if (!upload_->has_piece()) continue;
    upload_->pass_on(*answer_);
    http::write(stream_, answer_->serializer(), error);
    if (error && error != http::error::need_buffer) return false;
  }
  return true;
}

// False: the client is gone, or takes nothing.
bool BlockingSession::send_answer() {
  error_code error;
  while (!answer_->serializer().is_done()) {
    http::write_some(stream_, answer_->serializer(), error);
    if (error) return false;
  }
  if (answer_->file() == nullptr) return true;
  FileSender file(stream_.socket(), *answer_->file());
  Sent sent = Sent::part;
  while (sent == Sent::part) sent = file.send_some();
  return sent == Sent::all;  // blocked: for as long as a silence may last
}

void BlockingSession::drain() {
  stream_.allow(site::Patience::drain_time);
  error_code error;
  buffer_.clear();
  while (!error) stream_.read_some(buffer_.prepare(head_room), error);
}

}  // namespace joust::beast
