// The part of the load loop that only runs where several requests are on their way at once on a
// connection: the one that is answered now is the Connection's own, those behind it are queued.
#include <algorithm>
#include <utility>

#include "client/load/load_loop.hpp"

namespace joust::client {

std::int64_t LoadLoop::at_work_since(Slot slot) const {
  return pipelines_.used() ? pipelines_.at_work_ns(slot) : connections_[slot].sent_ns;
}

bool LoadLoop::may_send_more(Slot slot, Surroundings around) const {
  const std::uint32_t on_their_way = 1 + pipelines_.behind(slot);
  return may_start_ > 0 && !around.peer_closed && !around.request_unsent &&
         on_their_way < answers_a_socket_ - connections_[slot].answers;
}

/// What this socket has not been given yet, and as many new requests as there is room for.
std::string_view LoadLoop::sending_several(Slot slot, std::int64_t now_ns) {
  Connection& connection = connections_[slot];
  std::uint32_t& on_socket = pipelines_.on_socket(slot);
  if (on_socket == 0) {
    if (connection.sent_ns == 0) {
      record_.worked(Work::turnaround, connection.mark_ns, now_ns);
      connection.sent_ns = now_ns;
      pipelines_.at_work_ns(slot) = now_ns;
    }
    connection.first_byte_ns = 0;
    // After a lost connection not several at once again: RFC 9112 9.3.2.
    if (connection.retried) return text_of(slot, 0, on_socket = 1);
  }
  const std::uint32_t room = std::min(task_.plan.pipeline, answers_a_socket_ - connection.answers);
  while (1 + pipelines_.behind(slot) < room && take_up())
    pipelines_.push(slot, {now_ns, next_target(), false});
  const std::uint32_t all = std::min(room, 1 + pipelines_.behind(slot));
  return text_of(slot, std::exchange(on_socket, all), all);
}

/// Of the requests on a connection those from `first` to before `end`.
std::string_view LoadLoop::text_of(Slot slot, std::uint32_t first, std::uint32_t end) {
  if (assembled_.empty()) return task_.requests.repeated(end - first);
  std::string& text = assembled_[slot];
  text.clear();
  for (std::uint32_t i = first; i < end; ++i)
    text +=
        task_.requests.of(i == 0 ? connections_[slot].target : pipelines_.at(slot, i - 1).target);
  return text;
}

/// The first request has been answered and the next one is on the socket already.
Next LoadLoop::answer_the_next(Slot slot, std::int64_t now_ns, Surroundings around) {
  advance(slot, now_ns);
  return may_send_more(slot, around) ? Next::send : Next::wait;
}

/// The first request has been answered and no other answer will come on this socket.
Next LoadLoop::next_of_several(Slot slot, std::int64_t now_ns, bool reusable) {
  if (pipelines_.behind(slot) == 0) {
    pipelines_.on_socket(slot) = 0;
    return next_request(slot, now_ns, reusable);
  }
  advance(slot, now_ns);
  return reusable ? Next::send : move_elsewhere(slot, now_ns);
}

void LoadLoop::advance(Slot slot, std::int64_t now_ns) {
  Connection& connection = connections_[slot];
  const QueuedRequest next = pipelines_.pop(slot);
  --pipelines_.on_socket(slot);
  pipelines_.at_work_ns(slot) = now_ns;
  connection.sent_ns = next.sent_ns;
  connection.target = next.target;
  connection.retried = false;
  connection.carried_in = next.carried_in;
  connection.first_byte_ns = 0;
}

/// What was queued behind a request that failed shares its fate: the connection is given up.
void LoadLoop::fail_queued(Slot slot, FailureClass failure, int error_number, std::int64_t now_ns) {
  while (pipelines_.behind(slot) > 0) {
    const QueuedRequest lost = pipelines_.pop(slot);
    record_.failed(failure, error_number, now_ns, lost.carried_in);
    if (trace_)
      trace_->finished({Sample::none, lost.sent_ns, Sample::none, now_ns, 0, failure},
                       std::nullopt);
    request_done(now_ns);
  }
}

}  // namespace joust::client
