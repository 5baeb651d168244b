// What the load client is asked to do: the whole of it, as one value (schema joust.load-plan/1).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"

namespace joust {

enum class HttpVersion { http_1_0, http_1_1 };
enum class CheckLevel { none, length, full };
/// When the requests of an open loop are due: evenly, or as if they knew nothing of each other.
enum class Arrivals { constant, poisson };

struct Header {
  std::string name;
  std::string value;
  bool operator==(const Header&) const = default;
};

struct LoadPlan {
  // load
  std::uint32_t connections = 10;
  std::uint32_t threads = 1;
  std::optional<std::uint64_t> requests;  // this many answers in the window, or ...
  std::optional<Nanoseconds> duration;    // ... a window this long: exactly one is set
  Nanoseconds warmup{0};
  Nanoseconds ramp{0};             // connections are opened spread over this, before the window
  std::optional<double> rate_rps;  // open loop: requests are due whatever the answers do
  Arrivals arrivals = Arrivals::constant;
  std::uint32_t pipeline = 1;  // requests on their way at once on a connection
  bool keepalive = true;
  std::optional<std::uint64_t> requests_per_connection;  // then it is closed and opened anew
  HttpVersion http = HttpVersion::http_1_1;

  // request
  std::string url;  // http://host[:port]/path, IPv6 in brackets, or unix:/socket:/path
  std::vector<std::string> targets;  // asked for in turn instead of the URL's path; empty: that one
  std::string method = "GET";
  std::vector<Header> headers;
  std::string body;

  // check
  CheckLevel check = CheckLevel::full;
  std::vector<int> expect_status;  // empty: any 2xx
  std::optional<Bytes> expect_bytes;
  std::optional<std::string> expect_sha256;
  bool variable_length = false;
  bool allow_failures = false;

  // time
  Nanoseconds timeout = std::chrono::seconds{10};
  Nanoseconds connect_timeout = std::chrono::seconds{5};
  Nanoseconds drain = std::chrono::seconds{1};
  std::optional<Nanoseconds> late_after;  // slower right answers are counted as late
  std::optional<double> min_bitrate_bps;  // of a connection over its life, for it to conform

  // objective: broken, the load has failed
  std::optional<Nanoseconds> slo_p99;
  std::optional<double> max_failed;  // share of the requests that were answered or failed

  // machine
  std::string engine = "auto";
  std::vector<int> cpus;                      // empty: wherever the process may run
  std::vector<std::string> source_addresses;  // connections take them in turn; empty: the system's
  std::optional<int> watch_pid;

  bool operator==(const LoadPlan&) const = default;
};

}  // namespace joust
