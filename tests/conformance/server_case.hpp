// The server cases: what is sent, and what a correct server may answer. How they are to be played
// and judged is described in README.md beside this file.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tests/conformance/wire.hpp"

namespace joust::test {

struct RequestPart {
  std::string bytes;
  Milliseconds delay{0};
  bool wait_for_continue = false;  // for a 100, or a second
};

struct ServerCase {
  std::string id;
  std::string description;
  std::vector<RequestPart> parts;
  std::vector<std::string> methods;  // of the requests in it
  std::optional<Milliseconds> byte_interval;
  bool half_close = false;
  bool reset_after_1000_bytes = false;
  unsigned repeat = 1;
  nlohmann::json expected;

  /// How many final answers at the most.
  std::size_t most_responses() const;
  bool must_close() const;
  /// How long the case may take, widened for slow and busy machines.
  Milliseconds limit() const;
};

std::vector<ServerCase> load_server_cases();

}  // namespace joust::test
