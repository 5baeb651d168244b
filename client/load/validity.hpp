// Whether a result may be believed, and why not: what METHOD calls the client's own gates.
// Pure: reads a LoadResult and what the threads ran into, writes its validity.
#pragma once

#include <cstdint>
#include <map>

#include "results/model/load_result.hpp"

namespace joust::client {

/// The client's own difficulties: not the server's fault.
struct OwnTroubles {
  std::map<int, std::uint64_t> limits_hit;  // by errno: ports, descriptors, memory
  std::int64_t opened_late_ns = 0;          // the latest thread's window, after the common edge
  std::int64_t stood_still_ns = 0;          // the longest any thread did in the window
  std::int64_t held_back_ns = 0;            // by a CPU quota, in the window
  bool gave_up = false;                     // no connection could ever be opened
};

/// Sets validity and reasons; the worst state that applies wins.
void judge(LoadResult& result, const OwnTroubles& troubles);

}  // namespace joust::client
