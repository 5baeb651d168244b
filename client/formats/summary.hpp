// The report that people read on a terminal, from a LoadResult and nothing else.
#pragma once

#include <string>

#include "results/model/load_result.hpp"

namespace joust::client {

/// Lines of at most about 100 columns, the last one says whether the result is valid. Quantiles
/// that the sample does not support read "n/a" with the count that they need; what was not measured
/// reads "-".
std::string summary_of(const LoadResult& result);

}  // namespace joust::client
