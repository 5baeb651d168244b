// Compares what came with what the case allows.
#pragma once

#include <string>
#include <vector>

#include "tests/conformance/player.hpp"

namespace joust::test {

/// One line for everything that is not as it should be; none when the case passes.
std::vector<std::string> judge(const ServerCase& server_case, const Transcript& transcript);

}  // namespace joust::test
