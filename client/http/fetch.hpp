// One blocking HTTP/1.1 exchange, for readiness and verification: no load, no pooling.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.hpp"
#include "results/model/load_plan.hpp"

namespace joust::client {

struct FetchRequest {
  std::string url;
  std::string method = "GET";
  std::vector<Header> headers;
  std::string body;
  Nanoseconds timeout = std::chrono::seconds{5};
  std::uint64_t max_body = 1ULL << 30;
};

struct FetchedAnswer {
  int status = 0;
  std::vector<Header> headers;  // in order, names as sent
  std::string body;             // after de-chunking
  std::string head;             // raw bytes of the final answer's head
};

struct FetchOutcome {
  std::optional<FetchedAnswer> answer;
  std::string problem;   // why there is none: "connection refused", "no answer within 5 s", ...
  bool refused = false;  // nothing listens (yet)
};

/// Never throws for what the peer does; Error{user_input} for a URL that cannot be read.
FetchOutcome fetch(const FetchRequest& request);

}  // namespace joust::client
