#include "client/load/closed_loop.hpp"

#include <algorithm>
#include <cerrno>

namespace joust::client {
namespace {

constexpr std::uint64_t unlimited = ~std::uint64_t{0};
constexpr std::int64_t millisecond = 1'000'000;
constexpr std::int64_t longest_back_off_ns = 100 * millisecond;

/// The client's own resources: not the server's fault.
bool is_own_limit(int error_number) {
  return error_number == EADDRNOTAVAIL || error_number == EMFILE || error_number == ENFILE ||
         error_number == ENOBUFS || error_number == ENOMEM;
}

/// An empty line after a body is tolerated; any other byte makes the connection unusable.
bool is_harmless(std::string_view surplus) {
  return surplus.find_first_not_of("\r\n") == std::string_view::npos;
}

}  // namespace

ClosedLoop::ClosedLoop(const ThreadTask& task)
    : task_(task),
      keepalive_(task.plan.keepalive),
      head_memory_(task.plan.method == "HEAD"),
      verifier_(task.plan, task.reference),
      signs_(task.control.own_signs(task.thread)),
      connections_(task.connections),
      record_(report_.record),
      may_start_(unlimited) {
  if (task.answers && task.plan.warmup.count() == 0) may_start_ = *task.answers;
  closes_after_ = task.answers;
}

Address ClosedLoop::address(Slot slot) {
  const Endpoint& endpoint = task_.endpoints[connections_[slot].address];
  return {endpoint.get(), endpoint.length};
}

std::uint64_t ClosedLoop::active() const {
  return record_.requests.started - record_.requests.ok - record_.requests.failed;
}

// --- one connection

bool ClosedLoop::take_up(Connection& connection) {
  if (may_start_ == 0) return false;
  --may_start_;
  ++record_.requests.started;
  connection.retried = false;
  connection.carried_in = false;
  return true;
}

Next ClosedLoop::next_request(Slot slot, std::int64_t now_ns, bool reusable) {
  Connection& connection = connections_[slot];
  connection.mark_ns = now_ns;
  if (!take_up(connection)) {
    connection.phase = Phase::idle;
    return Next::close;
  }
  connection.reused = reusable;
  if (reusable) return Next::send;
  connection.phase = Phase::connecting;
  connection.address = address_;
  return Next::reopen;
}

Next ClosedLoop::connected(Slot slot, std::int64_t now_ns) {
  Connection& connection = connections_[slot];
  ++record_.connections.opened;
  if (connection.was_open) ++record_.connections.reopened;
  connection.was_open = true;
  record_.connect.record(now_ns - connection.mark_ns);
  if (!connection.retried) record_.worked(Work::connecting, connection.mark_ns, now_ns);
  address_ = connection.address;
  report_.address = connection.address;
  connection.mark_ns = now_ns;
  connection.addresses_tried = 0;
  connection.connect_failures = 0;
  connection.reused = false;
  connection.phase = Phase::outstanding;
  was_busy(connection);
  return Next::send;
}

void ClosedLoop::was_busy(Connection& connection) {
  if (connection.was_busy) return;
  connection.was_busy = true;
  if (++busy_ == connections_.size()) signs_.all_busy.store(true, std::memory_order_relaxed);
}

std::string_view ClosedLoop::sending(Slot slot, std::int64_t now_ns) {
  Connection& connection = connections_[slot];
  if (!connection.retried) [[likely]] {
    record_.worked(Work::turnaround, connection.mark_ns, now_ns);
    connection.sent_ns = now_ns;
  }
  connection.first_byte_ns = 0;
  return task_.request;
}

Next ClosedLoop::received(Slot slot, std::string_view bytes, std::int64_t now_ns,
                          Surroundings around) {
  if (now_ns >= next_edge_ns_) [[unlikely]]
    cross_edges(now_ns);
  Connection& connection = connections_[slot];
  if (connection.phase != Phase::outstanding) [[unlikely]] {
    record_.bytes.partial += bytes.size();
    return Next::close;
  }
  if (connection.first_byte_ns == 0) connection.first_byte_ns = now_ns;
  ResponseReader& reader = connection.reader;
  while (true) {
    const std::uint64_t offset = reader.body_bytes();
    const ReadStep step = reader.read(bytes, head_memory_);
    if (!step.body.empty())
      verifier_.look_at(slot, reader.status(), step.body, offset, connection.check);
    switch (step.event) {
      case ReadEvent::body:
        break;
      case ReadEvent::need_more:
        return Next::wait;
      case ReadEvent::complete:
        return answered(slot, now_ns, bytes, around);
      case ReadEvent::broken:
        record_.bytes.partial += bytes.size();
        return fail(slot, FailureClass::protocol, 0, now_ns);
    }
  }
}

Next ClosedLoop::answered(Slot slot, std::int64_t now_ns, std::string_view surplus,
                          Surroundings around) {
  Connection& connection = connections_[slot];
  ResponseReader& reader = connection.reader;
  const int status = reader.status();
  ++record_.status[static_cast<std::size_t>(status)];
  record_.bytes.framing += reader.framing_bytes();
  record_.bytes.body += reader.body_bytes();
  record_.bytes.partial += surplus.size();
  record_.worked(Work::outstanding, connection.sent_ns, now_ns);
  const auto failure = verifier_.judge(slot, status, reader.body_bytes(), connection.check);
  if (failure)
    record_.failed(*failure, 0, now_ns, connection.carried_in);
  else
    record_.answered(connection.sent_ns, connection.first_byte_ns, now_ns, connection.carried_in);
  const bool reusable = keepalive_ && reader.keepalive() && !around.peer_closed &&
                        !around.request_unsent && is_harmless(surplus);
  reader.reset();
  request_done(now_ns);
  return next_request(slot, now_ns, reusable);
}

std::uint64_t ClosedLoop::skippable(Slot slot) const {
  const Connection& connection = connections_[slot];
  return verifier_.may_skip(connection.check) ? connection.reader.skippable() : 0;
}

Next ClosedLoop::skipped(Slot slot, std::uint64_t bytes, std::int64_t now_ns, Surroundings around) {
  if (now_ns >= next_edge_ns_) [[unlikely]]
    cross_edges(now_ns);
  const ReadEvent event = connections_[slot].reader.skip(bytes);
  return event == ReadEvent::complete ? answered(slot, now_ns, {}, around) : Next::wait;
}

bool ClosedLoop::may_retry(const Connection& connection) {
  return connection.reused && !connection.retried && connection.reader.used_bytes() == 0;
}

Next ClosedLoop::retry(Connection& connection, std::int64_t now_ns) {
  ++record_.requests.retried;
  connection.retried = true;
  connection.reused = false;
  connection.mark_ns = now_ns;
  connection.phase = Phase::connecting;
  connection.address = address_;
  return Next::reopen;
}

Next ClosedLoop::ended(Slot slot, std::int64_t now_ns) {
  if (now_ns >= next_edge_ns_) cross_edges(now_ns);
  Connection& connection = connections_[slot];
  if (connection.phase != Phase::outstanding) return Next::close;
  if (may_retry(connection)) return retry(connection, now_ns);
  if (connection.reader.end_of_stream() == ReadEvent::complete)
    return answered(slot, now_ns, {}, {.peer_closed = true});
  return fail(slot, FailureClass::truncated, 0, now_ns);
}

Next ClosedLoop::broken(Slot slot, int error_number, Operation during, std::int64_t now_ns) {
  if (now_ns >= next_edge_ns_) cross_edges(now_ns);
  Connection& connection = connections_[slot];
  if (during == Operation::opening || during == Operation::connecting)
    return connect_failed(slot, error_number, now_ns);
  if (connection.phase != Phase::outstanding) return Next::close;
  if (may_retry(connection)) return retry(connection, now_ns);
  return fail(slot, during == Operation::writing ? FailureClass::write : FailureClass::read,
              error_number, now_ns);
}

/// The next address of the host, where there is one that was not tried; else the request failed.
Next ClosedLoop::connect_failed(Slot slot, int error_number, std::int64_t now_ns) {
  Connection& connection = connections_[slot];
  if (connection.phase != Phase::connecting) return Next::close;
  const auto addresses = static_cast<std::uint32_t>(task_.endpoints.size());
  if (is_own_limit(error_number)) {
    ++record_.own_limit_errno[error_number];
  } else if (++connection.addresses_tried < addresses) {
    connection.address = (connection.address + 1) % addresses;
    return Next::reopen;
  }
  return fail(slot, FailureClass::connect, error_number, now_ns);
}

Next ClosedLoop::fail(Slot slot, FailureClass failure, int error_number, std::int64_t now_ns) {
  Connection& connection = connections_[slot];
  account_work(connection, now_ns);
  record_.failed(failure, error_number, now_ns, connection.carried_in);
  record_.bytes.partial += connection.reader.used_bytes();
  connection.reader.reset();
  verifier_.forget(slot, connection.check);
  was_busy(connection);
  request_done(now_ns);
  if (failure == FailureClass::connect) return back_off(connection, now_ns);
  return next_request(slot, now_ns, false);
}

/// From 1 ms, doubling: a dead server must not become a busy loop.
Next ClosedLoop::back_off(Connection& connection, std::int64_t now_ns) {
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

void ClosedLoop::account_work(const Connection& connection, std::int64_t now_ns) {
  if (connection.phase == Phase::outstanding || connection.retried)
    record_.worked(Work::outstanding, connection.sent_ns, now_ns);
  else if (connection.phase == Phase::connecting)
    record_.worked(Work::connecting, connection.mark_ns, now_ns);
}

}  // namespace joust::client
