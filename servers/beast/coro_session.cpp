#include "servers/beast/coro_session.hpp"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <ctime>
#include <optional>
#include <utility>

#include "base/burn.hpp"
#include "servers/beast/connection.hpp"
#include "servers/beast/exchange.hpp"
#include "servers/beast/file_sender.hpp"
#include "servers/beast/upload.hpp"
#include "servers/site/respond.hpp"
#include "servers/site/response_head.hpp"

namespace joust::beast {
namespace {

using site::Phase;

// An operation that is awaited where it stands, with no coroutine frame of its own (use_awaitable
// would make one for each), and whose error is a value: nothing is thrown on the way of a request.
constexpr auto as_values = net::as_tuple(net::deferred);

template <typename Result = void>
using Task = net::awaitable<Result, Executor>;

class Conversation final : public Connection {
 public:
  using Connection::Connection;

  // Loops over requests. What few of them need is a coroutine of its own, so that a plain GET
  // makes no frame beyond this one.
  Task<> run();

 private:
  bool has_begun() const override { return parser_->got_some(); }

  enum class Head { take, empty_lines, refused, gone };
  Head judge_head(error_code error);
  void refuse(int status) {
    make_answer(site::refusal(status, asks_for_head(*parser_, text_of(buffer_))), {});
  }
  void respond();
  void make_answer(site::Response response, std::string request_body);

  Task<bool> read_past_half_line();
  Task<bool> read_body();
  Task<bool> echo();
  Task<bool> send_file();
  Task<> hang_up();

  std::optional<RequestParser> parser_;  // has to be made anew for every request
  site::Request request_;                // views into the parser's message
  std::optional<Answer> answer_;
  std::optional<Upload> upload_;  // takes the parser's place where a large body is echoed
};

Task<> Conversation::run() {
  for (;;) {
    begin(Phase::idle);
    make_head_room(buffer_);
    Head head = Head::empty_lines;
    while (head == Head::empty_lines) {
      parser_.emplace();
      parser_->header_limit(head_limit);
      parser_->body_limit(thread_.worker.options.max_body.value);
      const auto [error, bytes] =
          co_await http::async_read_header(socket_, buffer_, *parser_, as_values);
      head = judge_head(error);
      if (head == Head::empty_lines && buffer_.size() == 1 && !co_await read_past_half_line()) {
        co_return;
      }
    }
    if (head == Head::gone) co_return;
    if (head == Head::take) {
      // A head that is refused is refused before its body comes.
      const bool body_comes = !parser_->is_done() && !site::refusal_of(request_);
      if (body_comes && !co_await read_body()) co_return;
      if (!answer_) {
        begin(Phase::working);
        if (thread_.worker.options.delay.count() > 0) {
          delay_.expires_after(thread_.worker.options.delay);
          const auto [error] = co_await delay_.async_wait(as_values);
          if (error) co_return;
        }
        respond();
      }
    }

    // Piece by piece, as a slow reader is not one that is gone. What fits into the socket's buffer
    // is one piece.
    if (upload_ && !co_await echo()) co_return;
    while (!answer_->serializer().is_done()) {
      begin(Phase::writing);
      const auto [error, bytes] =
          co_await http::async_write_some(socket_, answer_->serializer(), as_values);
      if (error) co_return;
    }
    if (answer_->file() != nullptr && !co_await send_file()) co_return;
    if (answer_->closes() || thread_.stopping) break;
    answer_.reset();
    upload_.reset();
  }
  co_await hang_up();
}

Conversation::Head Conversation::judge_head(error_code error) {
  if (!error) {
    request_ = read_request(parser_->get());
    return Head::take;
  }
  if (error == http::error::bad_method && drop_empty_lines(buffer_) != EmptyLines::none) {
    return Head::empty_lines;
  }
  const auto status = status_after(error, text_of(buffer_));
  if (!status) return Head::gone;
  refuse(*status);
  return Head::refused;
}

Task<bool> Conversation::read_past_half_line() {
  const auto [error, bytes] =
      co_await socket_.async_read_some(buffer_.prepare(head_room), as_values);
  buffer_.commit(bytes);
  co_return !error;
}

// False: the client is gone. A body that is refused leaves its answer.
Task<bool> Conversation::read_body() {
  begin(Phase::body);
  if (const auto length = parser_->content_length()) {
    buffer_.reserve(std::min<std::size_t>(*length, body_room));
  }
  if (awaits_continue(request_)) {
    const auto [error, bytes] =
        co_await net::async_write(socket_, net::buffer(site::continue_head), as_values);
    if (error) co_return false;
  }
  if (is_echoed_on_the_way(request_, *parser_)) {
    upload_.emplace(std::move(*parser_));
    request_ = read_request(upload_->parser().get());
    co_return true;
  }
  parser_->eager(true);
  while (!parser_->is_done()) {
    const auto [error, bytes] =
        co_await http::async_read_some(socket_, buffer_, *parser_, as_values);
    if (error) {
      const auto status = status_after(error);
      if (status) refuse(*status);
      co_return status.has_value();
    }
    if (!site::echoes(request_)) parser_->get().body().clear();
    begin(Phase::body);
  }
  co_return true;
}

void Conversation::respond() {
  if (thread_.worker.options.burn.count() > 0) burn_cpu(thread_.worker.options.burn);
  std::string& body = parser_->get().body();
  const auto length = upload_ ? *upload_->parser().content_length() : body.size();
  auto response = site::respond(request_, length, thread_.worker.site, std::time(nullptr));
  make_answer(std::move(response), std::move(body));
}

void Conversation::make_answer(site::Response response, std::string request_body) {
  if (thread_.stopping) response.close = true;
  answer_.emplace(std::move(response), std::move(request_body), parser_->get().version(),
                  thread_.date.at(std::time(nullptr)));
}

// The answer has begun: what fails now ends the connection.
Task<bool> Conversation::echo() {
  while (!answer_->serializer().is_done()) {
    begin(Phase::writing);
    const auto [failed, read] =
        co_await http::async_read_some(socket_, buffer_, upload_->parser(), as_values);
    if (Upload::has_failed(failed)) co_return false;
    if (!upload_->has_piece()) continue;
    upload_->pass_on(*answer_);
    error_code wanted;
    while (!wanted && !answer_->serializer().is_done()) {
      begin(Phase::writing);
      const auto [error, sent] =
          co_await http::async_write_some(socket_, answer_->serializer(), as_values);
      wanted = error;
    }
    if (wanted && wanted != http::error::need_buffer) co_return false;
  }
  co_return true;
}

Task<bool> Conversation::send_file() {
  FileSender file(socket_.native_handle(), *answer_->file());
  for (;;) {
    begin(Phase::writing);
    switch (file.send_some()) {
      case Sent::all:
        co_return true;
      case Sent::part:
        co_await net::post(socket_.get_executor(), net::deferred);
        if (!socket_.is_open()) co_return false;
        break;
      case Sent::blocked: {
        const auto [error] = co_await socket_.async_wait(Socket::wait_write, as_values);
        if (error) co_return false;
        break;
      }
      case Sent::failed:
        co_return false;
    }
  }
}

Task<> Conversation::hang_up() {
  const bool whole = upload_ ? upload_->is_done() : parser_->is_done();
  const bool drains = begin_to_drain(answer_->status(), whole, buffer_.size());
  answer_.reset();
  while (drains) {
    const auto [error, bytes] =
        co_await socket_.async_read_some(buffer_.prepare(head_room), as_values);
    if (error) co_return;
  }
}

Task<> converse(Socket socket, ThreadState& thread) {
  Conversation conversation(std::move(socket), thread);
  co_await conversation.run();
}

}  // namespace

void start_coroutine(Socket socket, ThreadState& thread) {
  const auto executor = socket.get_executor();
  net::co_spawn(executor, converse(std::move(socket), thread), net::detached);
}

}  // namespace joust::beast
