// The body of a connection's request: collected, echoed while it comes, or dropped.
#include <algorithm>
#include <cerrno>
#include <ctime>
#include <event2/buffer.h>
#include <sys/socket.h>
#include <utility>
#include <variant>

#include "servers/libevent/connection.hpp"
#include "servers/site/response_head.hpp"

namespace joust::libevent {
namespace {

using site::Phase;

// A client whose echo is so far behind its upload is read no more until it has taken it. What is
// read at once comes on top.
constexpr std::size_t echo_behind = 65536;
// libevent reads 4 KiB at a time; a body is taken in larger pieces, so many bytes a turn.
constexpr std::size_t incoming_piece = std::size_t{1} << 18;
constexpr std::size_t incoming_per_turn = std::size_t{1} << 20;

}  // namespace

// What returns bool says whether there may be more to do at once, as in connection.cpp.

void Connection::expect_body(const site::Request& request, std::uint64_t length) {
  begin(Phase::body);
  body_.clear();
  body_left_ = length;
  incoming_ = Incoming::collected;
  if (request.chunked) {
    chunks_.emplace();
    body_left_ = shared_.worker.options.max_body.value;
  }
  const bool body_comes = request.chunked || length > 0;
  if (body_comes && request.expects_continue && minor_version_ >= 1 &&
      evbuffer_get_length(input()) == 0) {
    outgoing_.gather().append(site::continue_head);
  }
  const bool held = request.chunked ? site::echoes(request) : length <= site::held_upload;
  if (held || delays()) return;

  auto response = response_to(request, length);
  if (std::holds_alternative<site::RequestBody>(response.body) && response.send_body) {
    incoming_ = Incoming::echoed;
    closes_ = response.close;
    site::append_head(outgoing_.gather(), response, minor_version_,
                      shared_.date.at(std::time(nullptr)));
  } else {
    incoming_ = Incoming::dropped;
    answer_ = std::move(response);
  }
}

bool Connection::take_body() {
  while (chunks_ || body_left_ > 0) {
    if (echo_is_behind()) return false;
    if (evbuffer_get_length(input()) == 0) {
      if (!chunks_) take_incoming_body();
      if (over_ || chunks_ || body_left_ > 0) return false;
      break;
    }
    if (!take_received_body()) return !over_ && phase_ != Phase::body;
  }
  return !over_ && end_body();
}

// What libevent has read. False: refused, or not to be gone on with.
bool Connection::take_received_body() {
  const auto window = first_input();
  std::size_t used = 0;
  if (chunks_) {
    const auto step = chunks_->take(window);
    used = step.used;
    if (step.state == site::ChunkedBody::State::malformed) return refuse(400);
    if (step.data.size() > body_left_) return refuse(413);
    if (!take_piece(step.data)) return false;
    if (step.state == site::ChunkedBody::State::done) {
      chunks_.reset();
      body_left_ = 0;
    }
  } else {
    const auto piece = window.substr(
        0, static_cast<std::size_t>(std::min<std::uint64_t>(body_left_, window.size())));
    used = piece.size();
    if (!take_piece(piece)) return false;
  }
  evbuffer_drain(input(), used);
  return true;
}

// What is still in the socket.
void Connection::take_incoming_body() {
  std::string& buffer = shared_.incoming;
  buffer.resize(incoming_piece);
  std::size_t turn = incoming_per_turn;
  while (body_left_ > 0 && turn > 0 && !echo_is_behind()) {
    const auto wanted =
        static_cast<std::size_t>(std::min<std::uint64_t>({body_left_, turn, buffer.size()}));
    const ssize_t n = recv(socket_, buffer.data(), wanted, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return;
    if (n <= 0) return over();
    const auto got = static_cast<std::size_t>(n);
    if (!take_piece(std::string_view(buffer).substr(0, got))) return;
    turn -= got;
    if (got < wanted) return;
  }
}

bool Connection::take_piece(std::string_view data) {
  begin(Phase::body);
  body_left_ -= data.size();
  if (incoming_ == Incoming::collected) body_.append(data);
  if (incoming_ == Incoming::echoed && !outgoing_.send({nullptr, data})) {
    over();
    return false;
  }
  return true;
}

bool Connection::end_body() {
  switch (std::exchange(incoming_, Incoming::none)) {
    case Incoming::echoed:
      return after_answer();
    case Incoming::dropped: {
      auto response = *std::exchange(answer_, std::nullopt);
      return write(std::move(response), {}) && after_answer();
    }
    case Incoming::collected:
    case Incoming::none:
      break;
  }
  return delays() ? wait_for_delay() : answer_collected();
}

// In the middle of a body; at its end the answer is waited for like any other.
bool Connection::echo_is_behind() {
  return phase_ == Phase::body && incoming_ == Incoming::echoed && outgoing_.queued() > echo_behind;
}

}  // namespace joust::libevent
