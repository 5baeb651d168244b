// The wire cases of tests/client/wire_cases.json: what a server sends, and which outcomes a client
// that keeps to the standard may show.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/scripted_peer.hpp"

namespace joust::test {

struct WireOutcome {
  std::uint64_t ok = 0;
  std::map<std::string, std::uint64_t> failures;  // by class name
  std::map<int, std::uint64_t> status;
  std::uint64_t body_bytes = 0;
  std::optional<std::uint64_t> least_connections;
  std::optional<std::uint64_t> most_connections;
  std::optional<std::uint64_t> most_partial_bytes;  // of bodies
  std::optional<std::uint64_t> requests_at_server;
  std::optional<std::int64_t> longest_run_ms;
  std::optional<std::int64_t> most_cpu_ms;
};

struct WireCase {
  std::string id;
  std::string what;
  std::string method;
  std::int64_t timeout_ms = 0;
  std::uint64_t requests = 0;
  std::uint64_t request_body_bytes = 0;
  std::uint32_t pipeline = 1;
  std::optional<std::int64_t> pace_ms;  // between two requests
  Script script;
  bool heavy = false;
  std::vector<WireOutcome> accepted;  // the preferred one first

  /// Everything that one playing of the script sends.
  std::string answer() const;
};

std::vector<WireCase> wire_cases();

}  // namespace joust::test
