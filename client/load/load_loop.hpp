// The load of one thread's connections: each sends its next request when an answer is in (closed
// loop) or when one is due (open loop). Decides what every connection does next and records it;
// moves no bytes itself.
// Used by one thread; reads the run's Control once a pass.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/engines/engine.hpp"
#include "client/http/endpoint.hpp"
#include "client/http/response_reader.hpp"
#include "client/load/connection.hpp"
#include "client/load/control.hpp"
#include "client/load/pipelines.hpp"
#include "client/load/recorder.hpp"
#include "client/load/request_texts.hpp"
#include "client/load/schedule.hpp"
#include "client/load/thread_meter.hpp"
#include "client/load/trace.hpp"
#include "client/load/verifier.hpp"
#include "results/model/load_plan.hpp"

namespace joust::client {

/// What a thread is given; everything referred to outlives it.
struct ThreadTask {
  const LoadPlan& plan;
  const RequestTexts& requests;
  const std::vector<Endpoint>& endpoints;
  const std::vector<Endpoint>& sources;      // to connect from; empty: the system's choice
  std::vector<SharedReference>& references;  // one a target
  Control& control;
  std::size_t thread = 0;
  std::size_t threads = 1;
  std::uint32_t connections = 0;
  std::optional<std::uint64_t> answers;  // this thread's part of a count of answers
  IntervalBoard* intervals = nullptr;    // where they are asked for
  bool keep_samples = false;
  bool reads_when_woken = true;        // bytes are read after the kernel's word, not before it
  bool window_opens_at_start = false;  // with the first request, not at a stamp told later
};

/// What a thread brings back.
struct ThreadReport {
  Recorder record;
  ThreadReading at_open;
  ThreadReading at_close;
  std::int64_t ended_ns = 0;
  std::size_t address = 0;          // index of the one that was connected to last
  std::int64_t opened_late_ns = 0;  // how late the thread learnt of the window, where it mattered
  std::int64_t stood_still_ns = 0;  // in the window, longer than the loop ever sleeps
  bool gave_up = false;             // no connection could ever be opened
  std::deque<Sample> samples;       // where they are kept
};

class LoadLoop final : public Conversation {
 public:
  explicit LoadLoop(const ThreadTask& task);

  Address address(Slot slot) override;
  Next connected(Slot slot, std::int64_t now_ns) override;
  std::string_view sending(Slot slot, std::int64_t now_ns) override;
  Next received(Slot slot, std::string_view bytes, std::int64_t now_ns,
                Surroundings around) override;
  Next ended(Slot slot, std::int64_t now_ns) override;
  Next broken(Slot slot, int error_number, Operation during, std::int64_t now_ns) override;
  std::size_t first_piece(Slot slot) const override;
  std::uint64_t skippable(Slot slot) const override;
  Next skipped(Slot slot, std::uint64_t bytes, std::int64_t now_ns, Surroundings around) override;
  void woken(std::int64_t now_ns) override;
  bool pass(std::int64_t now_ns, std::vector<Order>& orders) override;
  std::int64_t wake_ns() const override;
  bool is_paced() const override { return open_loop_; }
  bool is_pipelined() const override { return pipelines_.used(); }

  /// Once, after the loop has ended.
  ThreadReport take_report() { return std::move(report_); }

 private:
  using Phase = Connection::Phase;
  /// Of one socket.
  struct Life {
    std::int64_t opened_ns = 0;
    std::uint64_t received_bytes = 0;
  };

  // --- one connection
  bool take_up();
  void begin(Connection& connection);
  std::uint32_t next_target();
  Verifier& verifier_of(const Connection& connection) { return verifiers_[connection.target]; }
  Next next_request(Slot slot, std::int64_t now_ns, bool reusable);
  Next answered(Slot slot, std::int64_t now_ns, std::string_view surplus, Surroundings around);
  Next fail(Slot slot, FailureClass failure, int error_number, std::int64_t now_ns);
  Next connect_failed(Slot slot, int error_number, std::int64_t now_ns);
  Next retry(Slot slot, std::int64_t now_ns);
  Next move_elsewhere(Slot slot, std::int64_t now_ns);
  Next back_off(Connection& connection, std::int64_t now_ns);
  static bool may_retry(const Connection& connection);
  void account_work(Slot slot, std::int64_t now_ns);
  std::int64_t at_work_since(Slot slot) const;
  void was_busy(Connection& connection);
  Next close_idle(Slot slot, std::int64_t now_ns);
  void leave_socket(Slot slot, std::int64_t now_ns);
  void record_more(const Connection& connection, int status, std::optional<FailureClass> failure,
                   std::int64_t now_ns);

  // --- several requests on a connection
  std::string_view sending_several(Slot slot, std::int64_t now_ns);
  std::string_view text_of(Slot slot, std::uint32_t first, std::uint32_t end);
  bool may_send_more(Slot slot, Surroundings around) const;
  Next answer_the_next(Slot slot, std::int64_t now_ns, Surroundings around);
  Next next_of_several(Slot slot, std::int64_t now_ns, bool reusable);
  void advance(Slot slot, std::int64_t now_ns);
  void fail_queued(Slot slot, FailureClass failure, int error_number, std::int64_t now_ns);

  // --- requests that are due by a schedule
  bool is_due(std::int64_t now_ns) const;
  Next begin_due(Slot slot, std::int64_t now_ns);
  Next wait_for_due(Slot slot, std::int64_t now_ns, bool reusable);
  void hand_out(std::int64_t now_ns, std::vector<Order>& orders);
  void record_lag(const Connection& connection, std::int64_t now_ns);
  void leave_unstarted(std::int64_t until_ns);

  // --- the window and the end
  std::uint64_t active() const;
  void begin_load(std::int64_t now_ns);
  void read_control(std::int64_t now_ns);
  void cross_edges(std::int64_t now_ns);
  void open_window(std::int64_t now_ns);
  void close_window(std::int64_t at_ns);
  void request_done(std::int64_t now_ns);
  void open_more(std::int64_t now_ns, std::vector<Order>& orders);
  std::int64_t opening_ns(std::uint32_t connection) const;
  void scan(std::int64_t now_ns, std::vector<Order>& orders);
  std::optional<Next> due(Slot slot, std::int64_t now_ns);
  bool hopeless(std::int64_t now_ns) const;
  void stop_taking_up(std::int64_t now_ns);
  void abandon(std::int64_t now_ns);
  void end(std::int64_t now_ns);

  const ThreadTask task_;
  const bool keepalive_;
  const bool open_loop_;
  const bool records_more_;               // than every load does: response times, late answers
  const std::uint32_t answers_a_socket_;  // at most
  HeadMemory head_memory_;
  std::vector<Verifier> verifiers_;  // one a target
  ThreadMeter meter_;
  ThreadSigns& signs_;
  std::vector<Connection> connections_;
  Pipelines pipelines_;
  std::optional<Schedule> schedule_;  // of an open loop, from the first pass on
  std::deque<Slot> idle_;             // open loop: connections without a request, the longest first
  std::optional<ThreadTrace> trace_;
  std::vector<Life> lives_;             // only where a rate is asked of connections
  std::vector<std::string> assembled_;  // requests of several targets on one connection
  ThreadReport report_;
  Recorder& record_;  // report_'s

  std::uint64_t may_start_;                    // requests that may still be taken up
  std::optional<std::uint64_t> closes_after_;  // answers in the window
  std::int64_t next_edge_ns_ = never_ns;
  std::int64_t next_scan_ns_ = 0;
  std::int64_t drain_until_ns_ = never_ns;
  std::int64_t began_ns_ = 0;
  std::int64_t woken_ns_ = 0;
  std::int64_t passed_ns_ = 0;  // the last pass
  std::int64_t last_answer_ns_ = 0;
  std::uint32_t control_seen_ = 0;
  std::uint32_t unopened_ = 0;  // the next connection to open
  std::uint32_t busy_ = 0;
  std::uint32_t backing_off_ = 0;
  std::uint32_t next_target_ = 0;
  std::uint32_t address_ = 0;  // the one that worked last: new connections try it first
  bool opened_ = false;
  bool closed_ = false;
};

}  // namespace joust::client
