#include "servers/libevent/connection.hpp"

#include <algorithm>
#include <charconv>
#include <event2/buffer.h>
#include <sys/socket.h>
#include <utility>

#include "base/error.hpp"

namespace joust::libevent {
namespace {

using site::Phase;

// What a client may send ahead while it does not take its answers.
constexpr std::size_t input_ahead = 2 * site::RequestReader::limit;

bufferevent* make_bufferevent(event_base* base, int socket) {
  bufferevent* made = bufferevent_socket_new(base, socket, BEV_OPT_CLOSE_ON_FREE);
  if (made == nullptr) throw machine_error("libevent: no memory for a connection");
  return made;
}

std::string_view one_piece(evbuffer* buffer, std::size_t most) {
  const std::size_t size = std::min(evbuffer_get_length(buffer), most);
  return {reinterpret_cast<const char*>(evbuffer_pullup(buffer, static_cast<ev_ssize_t>(size))),
          size};
}

std::uint64_t length_of(const site::Request& request) {
  std::uint64_t length = 0;
  if (request.content_length) {
    const auto text = *request.content_length;
    std::from_chars(text.data(), text.data() + text.size(), length);
  }
  return length;
}

}  // namespace

Connection::Connection(int socket, Shared& shared)
    : shared_(shared),
      socket_(socket),
      bufferevent_(make_bufferevent(shared.base, socket)),
      outgoing_(bufferevent_.get(), shared.gathered),
      since_(shared.tick) {
  bufferevent_setcb(bufferevent_.get(), on_readable, on_drained, on_event, this);
  bufferevent_enable(bufferevent_.get(), EV_READ);
}

// --- events

void Connection::on_readable(bufferevent* /*unused*/, void* self) {
  auto& connection = *static_cast<Connection*>(self);
  connection.read_on();
  connection.leave_if_over();
}

void Connection::on_drained(bufferevent* /*unused*/, void* self) {
  auto& connection = *static_cast<Connection*>(self);
  if (connection.phase_ == Phase::body && connection.paused_) {
    connection.read_on();
    return connection.leave_if_over();
  }
  if (connection.phase_ != Phase::writing) return;
  connection.begin(Phase::writing);
  if (!connection.outgoing_.go_on()) {
    connection.over();
  } else if (connection.after_answer()) {
    connection.read_on();
  }
  connection.leave_if_over();
}

void Connection::on_event(bufferevent* /*unused*/, short what, void* self) {
  auto& connection = *static_cast<Connection*>(self);
  const bool ended = (what & BEV_EVENT_EOF) != 0;
  if (ended && (what & BEV_EVENT_READING) != 0) {
    connection.no_more_input_ = true;
    const bool answers = connection.phase_ == Phase::working || connection.phase_ == Phase::writing;
    if (!answers) connection.over();
  } else if (!ended || !connection.outgoing_.survives_end_of_file()) {
    connection.over();
  }
  connection.leave_if_over();
}

void Connection::on_delay_over(int /*fd*/, short /*what*/, void* self) {
  auto& connection = *static_cast<Connection*>(self);
  connection.answer_collected();
  // Also where the output waits: what is gathered must not stay for another connection's turn.
  if (!connection.over_) connection.read_on();
  connection.leave_if_over();
}

void Connection::look() {
  const std::size_t queued = outgoing_.queued();
  if (queued != queued_) since_ = shared_.tick;  // the client has taken something
  queued_ = queued;
  if (!shared_.patience.is_over(phase_, since_, shared_.tick)) return;
  // An echo that has begun is an answer already.
  if (site::is_told(phase_) && incoming_ != Incoming::echoed) {
    refuse(408);
  } else {
    over();
  }
  leave_if_over();
}

void Connection::stop() {
  if (phase_ == Phase::idle) over();
  leave_if_over();
}

void Connection::begin(Phase phase) {
  phase_ = phase;
  since_ = shared_.tick;
}

void Connection::leave_if_over() {
  if (!over_) return;
  outgoing_.gather().clear();
  shared_.left(*this);
}

// --- requests

void Connection::read_on() {
  if (phase_ == Phase::draining) return drop_input();
  const bool reads = take_requests();
  if (over_) return;
  if (!outgoing_.flush()) return over();
  if (reads && outgoing_.waits() && phase_ != Phase::body) begin(Phase::writing);

  const bool behind = echo_is_behind();
  const bool waits = phase_ == Phase::writing || phase_ == Phase::working || behind;
  const bool ahead = evbuffer_get_length(input()) > input_ahead;
  pause(behind || (waits && (paused_ || ahead)));
  if (!waits && no_more_input_) over();
}

void Connection::pause(bool paused) {
  if (paused == paused_) return;
  paused_ = paused;
  if (paused) {
    bufferevent_disable(bufferevent_.get(), EV_READ);
  } else {
    bufferevent_enable(bufferevent_.get(), EV_READ);
  }
}

// What lies in one piece at the begin of the input.
std::string_view Connection::first_input() {
  evbuffer_iovec piece{};
  if (evbuffer_peek(input(), -1, nullptr, &piece, 1) < 1) return {};
  return {static_cast<const char*>(piece.iov_base), piece.iov_len};
}

void Connection::drop_input() { evbuffer_drain(input(), evbuffer_get_length(input())); }

// Whether it wants more input, rather than a turn of the client's.
bool Connection::take_requests() {
  for (;;) {
    switch (phase_) {
      case Phase::idle:
      case Phase::head:
        if (take_request()) continue;
        break;
      case Phase::body:
        if (take_body()) continue;
        break;
      case Phase::working:
      case Phase::writing:
      case Phase::draining:
        return false;
    }
    return phase_ == Phase::idle || phase_ == Phase::head || phase_ == Phase::body;
  }
}

// The functions below say whether there may be more to do at once.

bool Connection::take_request() {
  const std::size_t size = evbuffer_get_length(input());
  if (size == 0) return false;
  site::Request request;
  auto window = first_input();
  auto read = reader_.read(window, request);
  if (read.state == site::RequestReader::State::incomplete && window.size() < size) {
    window = one_piece(input(), site::RequestReader::limit);
    read = reader_.read(window, request);
  }
  switch (read.state) {
    case site::RequestReader::State::complete:
      return take_head(request, window, read.size);
    case site::RequestReader::State::refused:
      minor_version_ = 1;
      return refuse(read.status);
    case site::RequestReader::State::incomplete:
      break;
  }
  if (phase_ == Phase::idle && reader_.begun()) begin(Phase::head);
  return false;
}

bool Connection::take_head(const site::Request& request, std::string_view window,
                           std::size_t head_size) {
  minor_version_ = request.minor_version;
  if (const auto status = site::refusal_of(request)) return refuse(*status);
  const std::uint64_t length = length_of(request);
  if (length > shared_.worker.options.max_body.value) return refuse(413);

  const bool whole = !request.chunked && window.size() - head_size >= length;
  if (whole && !delays()) {
    const bool written = write(response_to(request, length), window.substr(head_size, length));
    evbuffer_drain(input(), head_size + static_cast<std::size_t>(length));
    return written && after_answer();
  }
  head_.assign(window.substr(0, head_size));
  evbuffer_drain(input(), head_size);
  site::Request kept;
  site::RequestReader().read(head_, kept);
  expect_body(kept, length);
  return true;
}

// --- the end

// To close a socket while the client still sends resets the connection, and a reset may destroy
// the answer before the client has read it. So what may still come is read first.
void Connection::hang_up() {
  const bool more_may_come = more_may_come_ || evbuffer_get_length(input()) > 0;
  if (!more_may_come || no_more_input_) return over();
  if (shutdown(socket_, SHUT_WR) != 0) return over();
  begin(Phase::draining);
  bufferevent_enable(bufferevent_.get(), EV_READ);
  drop_input();
}

}  // namespace joust::libevent
