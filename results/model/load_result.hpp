// What one load run measured: counts, window, latencies, costs (schema joust.load/1).
// Absent means "not measured", never zero. Times in nanoseconds, sizes in bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/model/histogram.hpp"
#include "results/model/load_plan.hpp"

namespace joust {

/// A failed request is in exactly one of them.
enum class FailureClass {
  connect,    // no connection
  write,      // the request could not be sent
  read,       // reset or I/O error before the answer was complete
  truncated,  // end of stream before the answer was complete (no byte at all included)
  protocol,   // bytes that are no valid answer
  timeout,    // not complete in time
  status,     // complete, but with a status that was not expected
  length,     // complete, but of another length than expected
  content,    // complete, but with other bytes than expected
};
inline constexpr std::size_t failure_class_count = 9;
std::string_view name_of(FailureClass failure);
std::optional<FailureClass> failure_class_from(std::string_view name);

struct ClientIdentity {
  std::string name;
  std::string version;
  std::string engine;
  std::uint32_t threads = 0;
  std::vector<int> cpus;
};

struct TargetSummary {
  std::string url;
  std::string method;
  HttpVersion http = HttpVersion::http_1_1;
  bool keepalive = true;
  std::uint32_t pipeline = 1;
  std::string address;  // the address that was connected to
};

/// Over the client's whole life, warm-up and drain included: started = ok + failed + in_flight.
struct RequestCounts {
  std::uint64_t started = 0;
  std::uint64_t ok = 0;
  std::uint64_t failed = 0;
  std::uint64_t in_flight = 0;  // given up at the end of the drain
  std::uint64_t retried = 0;    // sent again once because a reused connection had closed
  std::uint64_t unstarted = 0;  // open loop: scheduled but never taken up
  std::array<std::uint64_t, failure_class_count> failed_by_class{};
  std::map<int, std::uint64_t> failed_by_errno;
};

/// An answer belongs to the window in which its last byte came.
struct WindowCounts {
  std::int64_t start_ns = 0;  // CLOCK_MONOTONIC
  std::int64_t length_ns = 0;
  std::uint64_t ok = 0;
  std::uint64_t failed = 0;
  std::uint64_t carried_in = 0;   // started before the window, answered in it
  std::uint64_t carried_out = 0;  // started before its end, not answered in it
};

struct ConnectionCounts {
  std::uint64_t requested = 0;
  std::uint64_t opened = 0;
  std::uint64_t reopened = 0;
  /// (time outstanding + connecting + the client's own turnaround, over all connections) / window:
  /// the mean number of connections at work. Little's law compares it with `requested`.
  std::optional<double> achieved_mean;
};

/// received = framing + body + partial, counted at the socket and by the reader separately.
struct ByteCounts {
  std::uint64_t received = 0;  // at the socket
  std::uint64_t framing = 0;   // heads, chunk lines, trailers of complete answers
  std::uint64_t body = 0;      // payload after de-chunking, of complete answers
  std::uint64_t partial = 0;   // bytes of answers that were never completed, and surplus
  std::uint64_t sent = 0;
};

struct Latencies {
  std::optional<Histogram> service;     // actual send to last byte; ok answers in the window
  std::optional<Histogram> response;    // scheduled send to last byte; open loop only
  std::optional<Histogram> first_byte;  // actual send to first byte
  std::optional<Histogram> connect;     // whole life of the client
};

/// How well an open loop kept its schedule in the window.
struct ScheduleKept {
  /// Send after it was due, where a connection was free; what waits for a connection waits for the
  /// server, and that is response time.
  Histogram lag;
  Histogram loop_delay;       // from the kernel's word that bytes are there to their read
  double achieved_ratio = 0;  // of the requests due in the window, those that were sent
};

/// Right answers in the window that took longer than a limit: response time in an open loop, else
/// service time.
struct LateCount {
  std::int64_t limit_ns = 0;
  std::uint64_t count = 0;
};

/// Connections whose rate over their life was high enough; of all that were opened.
struct Conforming {
  double min_bitrate_bps = 0;
  std::uint64_t connections = 0;
};

struct ThreadShare {
  double cpu_share = 0;   // of the window, on a CPU
  double wait_share = 0;  // of the window, runnable but waiting for a CPU
};

/// The client's own costs.
struct Usage {
  std::int64_t cpu_user_ns = 0;  // whole life
  std::int64_t cpu_system_ns = 0;
  std::optional<std::int64_t> window_cpu_ns;  // all threads, in the window
  std::uint64_t max_rss_bytes = 0;
  std::uint64_t voluntary_switches = 0;
  std::uint64_t involuntary_switches = 0;
  std::vector<ThreadShare> threads;
};

/// The watched process tree's costs in the window.
struct Watched {
  std::int64_t cpu_ns = 0;
  std::int64_t wait_ns = 0;  // run-queue wait
  std::uint64_t max_rss_bytes = 0;
  std::uint64_t switches = 0;
  std::uint64_t faults = 0;
  std::uint32_t threads = 0;
  double busiest_thread_share = 0;       // of the window, on a CPU
  double busiest_thread_wait_share = 0;  // of the window, the largest wait of any thread
};

enum class Validity { valid, client_limited, degraded, invalid };
std::string_view name_of(Validity validity);  // "client-limited" ...
std::optional<Validity> validity_from(std::string_view name);

struct LoadResult {
  ClientIdentity client;
  TargetSummary target;
  LoadPlan plan;
  std::int64_t elapsed_ns = 0;  // first connect to the end of the drain
  RequestCounts requests;
  WindowCounts window;
  std::map<int, std::uint64_t> status;  // final answers by status code, whole life
  ConnectionCounts connections;
  ByteCounts bytes;
  std::optional<double> rate_rps;  // ok in the window / its length
  Latencies latency;
  std::optional<ScheduleKept> schedule;
  std::optional<LateCount> late;
  std::optional<Conforming> conforming;
  Usage usage;
  std::optional<Watched> watched;
  Validity validity = Validity::valid;
  std::vector<std::string> validity_reasons;
};

}  // namespace joust
