// Runs a small command to its end and keeps what it says: for version probes, not for servers.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"

namespace joust::suites {

/// Standard output and error together (at most 8 KiB), whatever the exit status. Nothing when it
/// cannot be started or is not done in time; it is killed then.
std::optional<std::string> output_of(const std::filesystem::path& executable,
                                     const std::vector<std::string>& arguments,
                                     Nanoseconds timeout);

}  // namespace joust::suites
