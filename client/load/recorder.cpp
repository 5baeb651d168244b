#include "client/load/recorder.hpp"

namespace joust::client {

void Recorder::answered(std::int64_t sent_ns, std::int64_t first_ns, std::int64_t last_ns,
                        bool carried) {
  ++requests.ok;
  if (!window.holds(last_ns)) return;
  ++in_window.ok;
  if (carried) ++in_window.carried_in;
  if (first_ns == last_ns) {
    whole.record(last_ns - sent_ns);
  } else {
    service_of_split.record(last_ns - sent_ns);
    first_byte_of_split.record(first_ns - sent_ns);
  }
}

void Recorder::failed(FailureClass failure, int error_number, std::int64_t now_ns, bool carried) {
  ++requests.failed;
  ++requests.failed_by_class[static_cast<std::size_t>(failure)];
  if (error_number != 0) ++requests.failed_by_errno[error_number];
  if (!window.holds(now_ns)) return;
  ++in_window.failed;
  if (carried) ++in_window.carried_in;
}

Histogram Recorder::service() const {
  Histogram all = whole;
  all.merge(service_of_split);
  return all;
}

Histogram Recorder::first_byte() const {
  Histogram all = whole;
  all.merge(first_byte_of_split);
  return all;
}

void Recorder::merge(const Recorder& other) {
  requests.started += other.requests.started;
  requests.ok += other.requests.ok;
  requests.failed += other.requests.failed;
  requests.in_flight += other.requests.in_flight;
  requests.retried += other.requests.retried;
  requests.unstarted += other.requests.unstarted;
  for (std::size_t i = 0; i < failure_class_count; ++i)
    requests.failed_by_class[i] += other.requests.failed_by_class[i];
  for (const auto& [number, count] : other.requests.failed_by_errno)
    requests.failed_by_errno[number] += count;
  in_window.ok += other.in_window.ok;
  in_window.failed += other.in_window.failed;
  in_window.carried_in += other.in_window.carried_in;
  in_window.carried_out += other.in_window.carried_out;
  for (std::size_t i = 0; i < status.size(); ++i) status[i] += other.status[i];
  connections.opened += other.connections.opened;
  connections.reopened += other.connections.reopened;
  bytes.framing += other.bytes.framing;
  bytes.body += other.bytes.body;
  bytes.partial += other.bytes.partial;
  for (std::size_t i = 0; i < work_ns.size(); ++i) work_ns[i] += other.work_ns[i];
  for (const auto& [number, count] : other.own_limit_errno) own_limit_errno[number] += count;
  whole.merge(other.whole);
  service_of_split.merge(other.service_of_split);
  first_byte_of_split.merge(other.first_byte_of_split);
  connect.merge(other.connect);
  response.merge(other.response);
  lag.merge(other.lag);
  loop_delay.merge(other.loop_delay);
  due += other.due;
  sent += other.sent;
  late += other.late;
  conforming += other.conforming;
}

}  // namespace joust::client
