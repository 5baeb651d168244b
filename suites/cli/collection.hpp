// A folder of runs that were begun together, one a suite, with an index.
#pragma once

#include <filesystem>
#include <vector>

namespace joust::suites::cli {

/// The run directories right below the folder, by name; none where it is a run directory itself.
std::vector<std::filesystem::path> runs_of_collection(const std::filesystem::path& folder);

/// Writes index.md: a line a run with its state, its primary sentences and where its files are.
void write_index(const std::filesystem::path& folder);

}  // namespace joust::suites::cli
