// What the user asked a load to keep to. Knows no exit codes.
#pragma once

#include <string>
#include <vector>

#include "results/model/load_result.hpp"

namespace joust::client {

/// Every objective of the plan that was not kept, or not shown to be, as a sentence. Without a
/// permitted share any failed request breaks one, unless failures are allowed; so does a load
/// without a single right answer.
std::vector<std::string> broken_objectives(const LoadResult& result);

}  // namespace joust::client
