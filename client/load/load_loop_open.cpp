// The part of the load loop that only an open loop runs: requests are due by a schedule, and an
// idle connection takes the next one. Where none is idle, they wait: that is the server's time.
#include <algorithm>

#include "client/load/load_loop.hpp"

namespace joust::client {

bool LoadLoop::is_due(std::int64_t now_ns) const {
  return may_start_ > 0 && schedule_->next_ns() <= now_ns;
}

Next LoadLoop::begin_due(Slot slot, std::int64_t now_ns) {
  Connection& connection = connections_[slot];
  take_up();
  begin(connection);
  connection.due_ns = schedule_->next_ns();
  connection.late_ns = now_ns - std::max(connection.due_ns, connection.mark_ns);
  connection.mark_ns = now_ns;
  schedule_->advance();
  if (record_.window.holds(connection.due_ns)) ++record_.due;
  if (connection.is_open) {
    connection.phase = Phase::outstanding;
    return Next::send;
  }
  connection.phase = Phase::connecting;
  connection.address = address_;
  return Next::reopen;
}

/// The connection is free now.
Next LoadLoop::wait_for_due(Slot slot, std::int64_t now_ns, bool reusable) {
  Connection& connection = connections_[slot];
  connection.mark_ns = now_ns;
  if (is_due(now_ns)) return begin_due(slot, now_ns);
  connection.phase = Phase::idle;
  if (may_start_ > 0) {
    idle_.push_back(slot);
    return reusable ? Next::wait : Next::close;
  }
  leave_socket(slot, now_ns);
  return Next::close;
}

void LoadLoop::hand_out(std::int64_t now_ns, std::vector<Order>& orders) {
  while (!idle_.empty() && is_due(now_ns)) {
    const Slot slot = idle_.front();
    idle_.pop_front();
    orders.push_back({slot, begin_due(slot, now_ns)});
  }
}

/// The request goes out for the first time. Time without a free connection, and time to open one,
/// is not the client's lag.
void LoadLoop::record_lag(const Connection& connection, std::int64_t now_ns) {
  if (!record_.window.holds(connection.due_ns)) return;
  ++record_.sent;
  record_.lag.record(connection.late_ns + now_ns - connection.mark_ns);
}

/// What was due and found no connection in time.
void LoadLoop::leave_unstarted(std::int64_t until_ns) {
  while (may_start_ > 0 && schedule_->next_ns() < until_ns) {
    if (record_.window.holds(schedule_->next_ns())) ++record_.due;
    ++record_.requests.unstarted;
    --may_start_;
    schedule_->advance();
  }
}

}  // namespace joust::client
