#include "client/load/load_loop.hpp"

#include <algorithm>
#include <limits>

namespace joust::client {
namespace {

constexpr std::uint64_t unlimited = ~std::uint64_t{0};
constexpr std::size_t no_limit = ~std::size_t{0};

std::uint32_t answers_a_socket(const LoadPlan& plan) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(std::min(plan.requests_per_connection.value_or(most), most));
}

/// An empty line after a body is tolerated; any other byte makes the connection unusable.
bool is_harmless(std::string_view surplus) {
  return surplus.find_first_not_of("\r\n") == std::string_view::npos;
}

}  // namespace

LoadLoop::LoadLoop(const ThreadTask& task)
    : task_(task),
      keepalive_(task.plan.keepalive),
      open_loop_(task.plan.rate_rps.has_value()),
      records_more_(open_loop_ || task.plan.late_after || task.intervals != nullptr ||
                    task.keep_samples),
      answers_a_socket_(answers_a_socket(task.plan)),
      head_memory_(task.plan.method == "HEAD"),
      signs_(task.control.own_signs(task.thread)),
      connections_(task.connections),
      pipelines_(task.connections, task.plan.pipeline),
      record_(report_.record),
      may_start_(unlimited),
      closes_after_(task.answers) {
  verifiers_.reserve(task.references.size());
  for (SharedReference& reference : task.references) verifiers_.emplace_back(task.plan, reference);
  const std::uint32_t targets = task.requests.targets();
  if (pipelines_.used() && targets > 1) assembled_.resize(connections_.size());
  // Threads begin at different places of the list.
  next_target_ = static_cast<std::uint32_t>(task.thread * targets / task.plan.threads) % targets;
  if (task.intervals != nullptr || task.keep_samples)
    trace_.emplace(task.intervals, task.keep_samples);
  if (task.plan.min_bitrate_bps) lives_.resize(connections_.size());
  if (open_loop_) {
    for (Slot slot = 0; slot < connections_.size(); ++slot) idle_.push_back(slot);
    unopened_ = task.connections;  // a connection is opened for the first request it gets
    signs_.all_busy.store(true, std::memory_order_relaxed);
  }
  if (task.window_opens_at_start && task.answers) may_start_ = *task.answers;
}

Address LoadLoop::address(Slot slot) {
  const Endpoint& to = task_.endpoints[connections_[slot].address];
  const std::size_t sources = task_.sources.size();
  for (std::size_t i = 0; i < sources; ++i) {
    const Endpoint& from = task_.sources[(slot + i) % sources];
    if (from.family() == to.family()) return {to.get(), to.length, from.get(), from.length};
  }
  return {to.get(), to.length, nullptr, 0};
}

std::uint64_t LoadLoop::active() const {
  return record_.requests.started - record_.requests.ok - record_.requests.failed;
}

// --- one connection

/// Whether one request more is to be made: it counts as started.
bool LoadLoop::take_up() {
  if (may_start_ == 0) return false;
  --may_start_;
  ++record_.requests.started;
  return true;
}

void LoadLoop::begin(Connection& connection) {
  connection.target = next_target();
  connection.sent_ns = 0;
  connection.retried = false;
  connection.carried_in = false;
}

std::uint32_t LoadLoop::next_target() {
  const std::uint32_t target = next_target_++;
  if (next_target_ == task_.requests.targets()) next_target_ = 0;
  return target;
}

Next LoadLoop::next_request(Slot slot, std::int64_t now_ns, bool reusable) {
  if (!reusable) leave_socket(slot, now_ns);
  if (open_loop_) return wait_for_due(slot, now_ns, reusable);
  Connection& connection = connections_[slot];
  connection.mark_ns = now_ns;
  if (!take_up()) {
    connection.phase = Phase::idle;
    if (reusable) leave_socket(slot, now_ns);
    return Next::close;
  }
  begin(connection);
  if (reusable) return Next::send;
  connection.phase = Phase::connecting;
  connection.address = address_;
  return Next::reopen;
}

Next LoadLoop::connected(Slot slot, std::int64_t now_ns) {
  Connection& connection = connections_[slot];
  ++record_.connections.opened;
  if (connection.was_open) ++record_.connections.reopened;
  connection.was_open = true;
  record_.connect.record(now_ns - connection.mark_ns);
  if (connection.sent_ns == 0) record_.worked(Work::connecting, connection.mark_ns, now_ns);
  address_ = connection.address;
  report_.address = connection.address;
  connection.mark_ns = now_ns;
  connection.addresses_tried = 0;
  connection.connect_failures = 0;
  connection.answers = 0;
  connection.is_open = true;
  if (!lives_.empty()) lives_[slot] = {now_ns, 0};
  connection.phase = Phase::outstanding;
  if (pipelines_.used()) pipelines_.on_socket(slot) = 0;
  was_busy(connection);
  return Next::send;
}

void LoadLoop::was_busy(Connection& connection) {
  if (connection.was_busy) return;
  connection.was_busy = true;
  if (++busy_ == connections_.size()) signs_.all_busy.store(true, std::memory_order_relaxed);
}

std::string_view LoadLoop::sending(Slot slot, std::int64_t now_ns) {
  if (pipelines_.used()) return sending_several(slot, now_ns);
  Connection& connection = connections_[slot];
  if (connection.sent_ns == 0) [[likely]] {
    if (open_loop_)
      record_lag(connection, now_ns);
    else
      record_.worked(Work::turnaround, connection.mark_ns, now_ns);
    connection.sent_ns = now_ns;
  }
  connection.first_byte_ns = 0;
  return task_.requests.of(connection.target);
}

Next LoadLoop::received(Slot slot, std::string_view bytes, std::int64_t now_ns,
                        Surroundings around) {
  if (now_ns >= next_edge_ns_) [[unlikely]]
    cross_edges(now_ns);
  Connection& connection = connections_[slot];
  if (!lives_.empty()) lives_[slot].received_bytes += bytes.size();
  if (open_loop_ && task_.reads_when_woken && record_.window.holds(now_ns))
    record_.loop_delay.record(now_ns - woken_ns_);
  if (connection.phase != Phase::outstanding) [[unlikely]] {
    record_.bytes.partial += bytes.size();
    return close_idle(slot, now_ns);
  }
  if (connection.first_byte_ns == 0) connection.first_byte_ns = now_ns;
  ResponseReader& reader = connection.reader;
  Next next = Next::wait;
  while (true) {
    ReadStep step;
    if (const auto body = reader.read_whole(bytes, head_memory_)) [[likely]] {
      if (!body->empty())
        verifier_of(connection).look_at_whole(slot, reader.status(), *body, connection.check);
      step.event = ReadEvent::complete;
    } else {
      const std::uint64_t offset = reader.body_bytes();
      step = reader.read(bytes, head_memory_);
      if (!step.body.empty())
        verifier_of(connection).look_at(slot, reader.status(), step.body, offset, connection.check);
    }
    switch (step.event) {
      case ReadEvent::body:
        break;
      case ReadEvent::need_more:
        return next;
      case ReadEvent::complete: {
        const bool others_due = pipelines_.used() && pipelines_.on_socket(slot) > 1;
        const Next after = answered(slot, now_ns, bytes, around);
        if (!others_due || (after != Next::wait && after != Next::send)) return after;
        if (after == Next::send) next = after;
        if (bytes.empty()) return next;
        connection.first_byte_ns = now_ns;
        break;
      }
      case ReadEvent::broken:
        record_.bytes.partial += bytes.size();
        return fail(slot, FailureClass::protocol, 0, now_ns);
    }
  }
}

Next LoadLoop::answered(Slot slot, std::int64_t now_ns, std::string_view surplus,
                        Surroundings around) {
  Connection& connection = connections_[slot];
  ResponseReader& reader = connection.reader;
  const int status = reader.status();
  ++record_.status[static_cast<std::size_t>(status)];
  record_.bytes.framing += reader.framing_bytes();
  record_.bytes.body += reader.body_bytes();
  record_.worked(Work::outstanding, at_work_since(slot), now_ns);
  const auto failure =
      verifier_of(connection).judge(slot, status, reader.body_bytes(), connection.check);
  if (failure)
    record_.failed(*failure, 0, now_ns, connection.carried_in);
  else
    record_.answered(connection.sent_ns, connection.first_byte_ns, now_ns, connection.carried_in);
  if (records_more_) record_more(connection, status, failure, now_ns);
  ++connection.answers;
  const bool stays_open =
      keepalive_ && reader.keepalive() && connection.answers < answers_a_socket_;
  reader.reset();
  request_done(now_ns);
  const bool others_due = pipelines_.used() && pipelines_.on_socket(slot) > 1;
  if (others_due && stays_open) return answer_the_next(slot, now_ns, around);
  record_.bytes.partial += surplus.size();
  const bool reusable = stays_open && !others_due && !around.peer_closed &&
                        !around.request_unsent && is_harmless(surplus);
  if (!pipelines_.used()) [[likely]]
    return next_request(slot, now_ns, reusable);
  return next_of_several(slot, now_ns, reusable);
}

/// Of an answer whose body will not be looked at the head, with some bytes to spare.
std::size_t LoadLoop::first_piece(Slot slot) const {
  const Connection& connection = connections_[slot];
  const bool at_head = connection.reader.used_bytes() == 0 && !pipelines_.used();
  if (!at_head || !verifiers_[connection.target].skips_next()) return no_limit;
  constexpr std::size_t to_spare = 256;
  return head_memory_.size() + to_spare;
}

std::uint64_t LoadLoop::skippable(Slot slot) const {
  const Connection& connection = connections_[slot];
  return verifiers_[connection.target].may_skip(connection.check) ? connection.reader.skippable()
                                                                  : 0;
}

Next LoadLoop::skipped(Slot slot, std::uint64_t bytes, std::int64_t now_ns, Surroundings around) {
  if (now_ns >= next_edge_ns_) [[unlikely]]
    cross_edges(now_ns);
  if (!lives_.empty()) lives_[slot].received_bytes += bytes;
  const ReadEvent event = connections_[slot].reader.skip(bytes);
  return event == ReadEvent::complete ? answered(slot, now_ns, {}, around) : Next::wait;
}

/// Of a finished request what not every load keeps.
void LoadLoop::record_more(const Connection& connection, int status,
                           std::optional<FailureClass> failure, std::int64_t now_ns) {
  const std::int64_t since_ns = open_loop_ ? connection.due_ns : connection.sent_ns;
  const std::int64_t took_ns = now_ns - since_ns;
  if (!failure && record_.window.holds(now_ns)) {
    if (open_loop_) record_.response.record(took_ns);
    if (task_.plan.late_after && took_ns > task_.plan.late_after->count()) ++record_.late;
  }
  if (!trace_) return;
  const auto if_there = [](std::int64_t stamp_ns) {
    return stamp_ns != 0 ? stamp_ns : Sample::none;
  };
  const Sample sample{open_loop_ ? connection.due_ns : Sample::none,
                      if_there(connection.sent_ns),
                      connection.sent_ns != 0 ? if_there(connection.first_byte_ns) : Sample::none,
                      now_ns,
                      status,
                      failure};
  trace_->finished(sample, failure ? std::nullopt : std::optional(took_ns));
}

void LoadLoop::account_work(Slot slot, std::int64_t now_ns) {
  const Connection& connection = connections_[slot];
  if (connection.sent_ns != 0)
    record_.worked(Work::outstanding, at_work_since(slot), now_ns);
  else if (connection.phase == Phase::connecting)
    record_.worked(Work::connecting, connection.mark_ns, now_ns);
}

}  // namespace joust::client
