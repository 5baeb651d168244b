// A LoadResult as schema joust.load/1, for programs and for eyes: indented, one document.
#pragma once

#include <string>

#include "results/model/load_result.hpp"

namespace joust::client {

std::string json_of(const LoadResult& result);

}  // namespace joust::client
