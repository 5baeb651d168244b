// The part of the load loop that goes by time: window edges, time limits, opening, the end.
#include <algorithm>
#include <cerrno>

#include "client/load/load_loop.hpp"

namespace joust::client {
namespace {

constexpr std::int64_t millisecond = 1'000'000;
/// So few at a time that answers are not left waiting while thousands of connections open.
constexpr std::uint32_t opened_a_pass = 32;
constexpr std::int64_t longest_scan_ns = 10 * millisecond;
/// Between two passes, unless the thread could not run.
constexpr std::int64_t longest_gap_ns = 50 * millisecond;

/// How often time limits are looked at: a sixteenth of the shortest of them.
std::int64_t scan_interval(const LoadPlan& plan) {
  const std::int64_t shortest = std::min(plan.timeout.count(), plan.connect_timeout.count());
  return std::clamp(shortest / 16, millisecond, longest_scan_ns);
}

}  // namespace

void LoadLoop::woken(std::int64_t now_ns) {
  woken_ns_ = now_ns;
  if (task_.control.version() != control_seen_) read_control(now_ns);
}

bool LoadLoop::pass(std::int64_t now_ns, std::vector<Order>& orders) {
  if (began_ns_ == 0) begin_load(now_ns);
  // It looks at its time limits far more often than that, whatever the answers do.
  if (now_ns - passed_ns_ > longest_gap_ns && passed_ns_ != 0)
    report_.stood_still_ns += record_.window.overlap(passed_ns_, now_ns);
  passed_ns_ = now_ns;
  woken(now_ns);
  if (now_ns >= next_edge_ns_) cross_edges(now_ns);
  if (unopened_ < connections_.size()) open_more(now_ns, orders);
  if (open_loop_) hand_out(now_ns, orders);
  if (now_ns >= next_scan_ns_) scan(now_ns, orders);
  const bool finished = active() == 0 && may_start_ == 0;
  if (!finished && now_ns < drain_until_ns_) return true;
  if (!finished) abandon(now_ns);
  end(now_ns);
  return false;
}

std::int64_t LoadLoop::wake_ns() const {
  const std::int64_t next_opening_ns =
      unopened_ < connections_.size() ? opening_ns(unopened_) : never_ns;
  const std::int64_t next_due_ns =
      open_loop_ && may_start_ > 0 && !idle_.empty() ? schedule_->next_ns() : never_ns;
  return std::min({next_opening_ns, next_due_ns, next_scan_ns_, next_edge_ns_, drain_until_ns_});
}

void LoadLoop::begin_load(std::int64_t now_ns) {
  began_ns_ = now_ns;
  const std::int64_t start_ns = task_.control.common_start(now_ns);
  if (trace_) trace_->begin(start_ns);
  if (!open_loop_) return;
  SchedulePart part;
  part.rate_rps = *task_.plan.rate_rps;
  part.arrivals = task_.plan.arrivals;
  part.ramp_ns = task_.plan.ramp.count();
  part.part = task_.thread;
  part.parts = task_.threads;
  part.seed = static_cast<std::uint64_t>(start_ns);
  schedule_.emplace(part, start_ns);
}

void LoadLoop::read_control(std::int64_t now_ns) {
  control_seen_ = task_.control.version();
  if (!closed_) {
    const Window window = task_.control.window();
    record_.window.open_ns = window.open_ns;
    record_.window.close_ns = window.close_ns;
    next_edge_ns_ = opened_ ? window.close_ns : window.open_ns;
    // An answer after the opening that was counted as one before it.
    if (!opened_ && last_answer_ns_ >= window.open_ns)
      report_.opened_late_ns = now_ns - window.open_ns;
  }
  if (task_.control.stop_ns() != never_ns) stop_taking_up(now_ns);
}

/// An interrupted load: what is measured so far is the window, what is on its way is drained.
void LoadLoop::stop_taking_up(std::int64_t now_ns) {
  if (opened_ && !closed_) return close_window(now_ns);
  if (!opened_) record_.window = {};
  next_edge_ns_ = never_ns;
  if (open_loop_) leave_unstarted(now_ns);
  may_start_ = 0;
  drain_until_ns_ = std::min(drain_until_ns_, now_ns + task_.plan.drain.count());
}

void LoadLoop::cross_edges(std::int64_t now_ns) {
  if (!opened_ && now_ns >= record_.window.open_ns) open_window(now_ns);
  if (opened_ && !closed_ && now_ns >= record_.window.close_ns)
    close_window(record_.window.close_ns);
}

void LoadLoop::open_window(std::int64_t now_ns) {
  opened_ = true;
  next_edge_ns_ = record_.window.close_ns;
  report_.at_open = meter_.read();
  task_.control.crossed_opening();
  for (Connection& connection : connections_)
    connection.carried_in =
        connection.phase == Phase::outstanding || connection.phase == Phase::connecting;
  pipelines_.carry_in();
  if (!closes_after_) return;
  // What is on its way will be answered in the window: only the rest is still to be taken up.
  const std::uint64_t on_the_way = std::min(active(), *closes_after_);
  may_start_ = *closes_after_ - on_the_way;
  if (*closes_after_ == 0) close_window(now_ns);
}

void LoadLoop::close_window(std::int64_t at_ns) {
  closed_ = true;
  next_edge_ns_ = never_ns;
  record_.window.close_ns = at_ns;
  if (open_loop_) leave_unstarted(at_ns);
  record_.in_window.carried_out = active();
  report_.at_close = meter_.read();
  task_.control.crossed_closing();
  may_start_ = 0;
  drain_until_ns_ = at_ns + task_.plan.drain.count();
}

/// A request got its answer or failed; where answers are counted, the last one closes the window.
void LoadLoop::request_done(std::int64_t now_ns) {
  last_answer_ns_ = now_ns;
  if (!closes_after_ || !record_.window.holds(now_ns)) return;
  if (record_.in_window.ok + record_.in_window.failed == *closes_after_) close_window(now_ns + 1);
}

/// When the connection of this number is due; all at once without a ramp.
std::int64_t LoadLoop::opening_ns(std::uint32_t connection) const {
  const double share = static_cast<double>(connection) / static_cast<double>(connections_.size());
  return began_ns_ +
         static_cast<std::int64_t>(share * static_cast<double>(task_.plan.ramp.count()));
}

void LoadLoop::open_more(std::int64_t now_ns, std::vector<Order>& orders) {
  for (std::uint32_t i = 0; i < opened_a_pass && unopened_ < connections_.size(); ++i) {
    if (now_ns < opening_ns(unopened_)) return;
    Connection& connection = connections_[unopened_];
    if (!take_up()) {
      unopened_ = static_cast<std::uint32_t>(connections_.size());
      return;
    }
    begin(connection);
    connection.phase = Phase::connecting;
    connection.mark_ns = now_ns;
    connection.address = address_;
    orders.push_back({unopened_++, Next::reopen});
  }
}

void LoadLoop::scan(std::int64_t now_ns, std::vector<Order>& orders) {
  const bool often = backing_off_ > 0;
  next_scan_ns_ = now_ns + (often ? millisecond : scan_interval(task_.plan));
  for (Slot slot = 0; slot < unopened_; ++slot)
    if (const auto next = due(slot, now_ns)) orders.push_back({slot, *next});
  if (trace_) trace_->pass(now_ns);
  // Of a count of answers only the window's are a part.
  const bool in_window = closes_after_.has_value();
  signs_.completed.store(in_window ? record_.in_window.ok : record_.requests.ok,
                         std::memory_order_relaxed);
  signs_.failed.store(in_window ? record_.in_window.failed : record_.requests.failed,
                      std::memory_order_relaxed);
  if (hopeless(now_ns)) {
    report_.gave_up = true;
    may_start_ = 0;
  }
}

/// What time alone asks for.
std::optional<Next> LoadLoop::due(Slot slot, std::int64_t now_ns) {
  Connection& connection = connections_[slot];
  switch (connection.phase) {
    case Phase::idle:
      return std::nullopt;
    case Phase::connecting:
    case Phase::outstanding:
      if (connection.sent_ns != 0 && now_ns - connection.sent_ns >= task_.plan.timeout.count())
        return fail(slot, FailureClass::timeout, 0, now_ns);
      if (connection.phase == Phase::connecting &&
          now_ns - connection.mark_ns >= task_.plan.connect_timeout.count())
        return connect_failed(slot, ETIMEDOUT, now_ns);
      return std::nullopt;
    case Phase::backing_off:
      if (now_ns < connection.mark_ns) return std::nullopt;
      --backing_off_;
      return next_request(slot, now_ns, false);
  }
  return std::nullopt;
}

/// Where a count of answers is wanted and nothing has ever been reached, there is no end to wait
/// for.
bool LoadLoop::hopeless(std::int64_t now_ns) const {
  return closes_after_ && record_.connections.opened == 0 && may_start_ > 0 &&
         now_ns - began_ns_ >= task_.plan.connect_timeout.count();
}

void LoadLoop::abandon(std::int64_t now_ns) {
  for (Slot slot = 0; slot < connections_.size(); ++slot) {
    const Connection& connection = connections_[slot];
    if (connection.phase != Phase::outstanding && connection.phase != Phase::connecting) continue;
    account_work(slot, now_ns);
    record_.requests.in_flight += 1 + (pipelines_.used() ? pipelines_.behind(slot) : 0);
    record_.bytes.partial += connection.reader.used_bytes();
  }
}

void LoadLoop::end(std::int64_t now_ns) {
  for (Slot slot = 0; slot < connections_.size(); ++slot) leave_socket(slot, now_ns);
  if (opened_ && !closed_) close_window(now_ns);
  if (!opened_) task_.control.crossed_closing();
  report_.ended_ns = now_ns;
  if (!trace_) return;
  trace_->end(now_ns);
  report_.samples = trace_->take_samples();
}

}  // namespace joust::client
