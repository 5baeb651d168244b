// The least that a client can do: send, recv and epoll over answers of one known length, counting
// bytes. No reader, no checks, no histograms: what joust-load costs beyond this is its own.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/stop_signal.hpp"
#include "client/http/endpoint.hpp"

namespace joust::client {

struct BareLoad {
  Endpoint endpoint;
  std::string request;             // as sent
  std::uint64_t answer_bytes = 0;  // of every answer, head included
  std::size_t connections = 10;
  std::chrono::nanoseconds duration{0};
};

struct BareCounts {
  std::uint64_t answers = 0;
  std::int64_t elapsed_ns = 0;
};

/// Until the duration is over or a signal came. Error{machine} where a connection cannot be opened,
/// ends, or brings more bytes than the answers that are due: nothing is measured then.
BareCounts run_bare_loop(const BareLoad& load, const StopSignal& stop);

}  // namespace joust::client
