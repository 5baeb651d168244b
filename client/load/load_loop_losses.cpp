// The part of the load loop where a socket or a request is lost: ends, errors, the one retry, the
// next address, failures and the pause after them.
#include <algorithm>
#include <cerrno>

#include "client/load/load_loop.hpp"

namespace joust::client {
namespace {

constexpr std::int64_t millisecond = 1'000'000;
constexpr std::int64_t longest_back_off_ns = 100 * millisecond;

/// The client's own resources: not the server's fault.
bool is_own_limit(int error_number) {
  return error_number == EADDRNOTAVAIL || error_number == EMFILE || error_number == ENFILE ||
         error_number == ENOBUFS || error_number == ENOMEM;
}

}  // namespace

bool LoadLoop::may_retry(const Connection& connection) {
  return connection.reused() && !connection.retried && connection.reader.used_bytes() == 0;
}

/// What the lost socket had been given goes out again on another one.
Next LoadLoop::retry(Slot slot, std::int64_t now_ns) {
  Connection& connection = connections_[slot];
  connection.retried = true;
  return move_elsewhere(slot, now_ns);
}

Next LoadLoop::move_elsewhere(Slot slot, std::int64_t now_ns) {
  leave_socket(slot, now_ns);
  Connection& connection = connections_[slot];
  record_.requests.retried += pipelines_.used() ? pipelines_.on_socket(slot) : 1;
  connection.mark_ns = now_ns;
  connection.phase = Phase::connecting;
  connection.address = address_;
  return Next::reopen;
}

Next LoadLoop::ended(Slot slot, std::int64_t now_ns) {
  if (now_ns >= next_edge_ns_) cross_edges(now_ns);
  Connection& connection = connections_[slot];
  if (connection.phase != Phase::outstanding) return close_idle(slot, now_ns);
  if (may_retry(connection)) return retry(slot, now_ns);
  if (connection.reader.end_of_stream() == ReadEvent::complete)
    return answered(slot, now_ns, {}, {.peer_closed = true});
  return fail(slot, FailureClass::truncated, 0, now_ns);
}

Next LoadLoop::broken(Slot slot, int error_number, Operation during, std::int64_t now_ns) {
  if (now_ns >= next_edge_ns_) cross_edges(now_ns);
  Connection& connection = connections_[slot];
  if (during == Operation::opening || during == Operation::connecting)
    return connect_failed(slot, error_number, now_ns);
  if (connection.phase != Phase::outstanding) return close_idle(slot, now_ns);
  if (may_retry(connection)) return retry(slot, now_ns);
  return fail(slot, during == Operation::writing ? FailureClass::write : FailureClass::read,
              error_number, now_ns);
}

/// The next address of the host, where there is one that was not tried; else the request failed.
Next LoadLoop::connect_failed(Slot slot, int error_number, std::int64_t now_ns) {
  Connection& connection = connections_[slot];
  if (connection.phase != Phase::connecting) return Next::close;
  const auto addresses = static_cast<std::uint32_t>(task_.endpoints.size());
  if (++connection.addresses_tried < addresses) {
    connection.address = (connection.address + 1) % addresses;
    // Every address has its own time to connect.
    account_work(slot, now_ns);
    connection.mark_ns = now_ns;
    return Next::reopen;
  }
  if (is_own_limit(error_number)) ++record_.own_limit_errno[error_number];
  return fail(slot, FailureClass::connect, error_number, now_ns);
}

Next LoadLoop::fail(Slot slot, FailureClass failure, int error_number, std::int64_t now_ns) {
  Connection& connection = connections_[slot];
  account_work(slot, now_ns);
  record_.failed(failure, error_number, now_ns, connection.carried_in);
  if (records_more_) record_more(connection, 0, failure, now_ns);
  record_.bytes.partial += connection.reader.used_bytes();
  connection.reader.reset();
  verifier_of(connection).forget(slot, connection.check);
  was_busy(connection);
  request_done(now_ns);
  if (pipelines_.used()) fail_queued(slot, failure, error_number, now_ns);
  if (failure == FailureClass::connect) {
    leave_socket(slot, now_ns);
    return back_off(connection, now_ns);
  }
  return next_request(slot, now_ns, false);
}

/// From 1 ms, doubling: a dead server must not become a busy loop.
Next LoadLoop::back_off(Connection& connection, std::int64_t now_ns) {
  constexpr std::uint8_t doublings = 7;
  const std::int64_t pause =
      std::min(millisecond << connection.connect_failures, longest_back_off_ns);
  if (connection.connect_failures < doublings) ++connection.connect_failures;
  connection.addresses_tried = 0;
  connection.mark_ns = now_ns + pause;
  connection.phase = Phase::backing_off;
  ++backing_off_;
  next_scan_ns_ = std::min(next_scan_ns_, now_ns + millisecond);
  return Next::close;
}

/// A connection without a request has been ended, or has brought what nobody asked for.
Next LoadLoop::close_idle(Slot slot, std::int64_t now_ns) {
  leave_socket(slot, now_ns);
  return Next::close;
}

void LoadLoop::leave_socket(Slot slot, std::int64_t now_ns) {
  Connection& connection = connections_[slot];
  if (!connection.is_open) return;
  connection.is_open = false;
  if (lives_.empty()) return;
  constexpr double bits_ns = 8e9;  // bits a second for a byte a nanosecond
  const double rate_bps = static_cast<double>(lives_[slot].received_bytes) * bits_ns /
                          static_cast<double>(now_ns - lives_[slot].opened_ns);
  if (rate_bps >= *task_.plan.min_bitrate_bps) ++record_.conforming;
}

}  // namespace joust::client
