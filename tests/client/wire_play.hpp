// What came of playing a wire case to a load client of ours, held against what the case accepts.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "results/model/load_result.hpp"
#include "tests/client/wire_cases.hpp"

namespace joust::test {

struct WirePlay {
  LoadResult result;
  std::uint64_t requests_at_server = 0;
  std::uint64_t connections_at_server = 0;
  std::chrono::milliseconds cpu{0};
};

/// How it differs from every accepted outcome, in words; empty: it is one of them.
std::string why_not_accepted(const WirePlay& play, const WireCase& wire);

}  // namespace joust::test
