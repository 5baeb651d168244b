// Runs that were measured, perhaps on a busy machine: which visits pass the gates is then the
// machine's affair. What holds of them all the same.
#pragma once

#include <filesystem>

#include "results/model/visit.hpp"

namespace joust::e2e {

/// The visit of a server without fault: the load came to its end, lost nothing, and is counted
/// whole; it is invalid with a reason only.
void check_made(const Visit& visit);

/// What joust exits with over the visits that are stored: 0 where every planned one is valid, 5
/// where one is not.
int exit_code_over(const std::filesystem::path& directory);

}  // namespace joust::e2e
