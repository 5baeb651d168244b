// Where the suite's data files are: catalogue entries, suites, gnuplot templates.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace joust {

/// The folders to search for `kind` ("servers", "clients", "suites", "plots"), nearest first: the
/// user's own (./joust/<kind>, $XDG_CONFIG_HOME/joust/<kind>), then $JOUST_DATA/<kind>,
/// <bindir>/../share/joust/<kind>, then the source tree of the build. Only folders that exist.
std::vector<std::filesystem::path> data_folders(std::string_view kind);

/// Folder of the running executable.
std::filesystem::path executable_folder();

}  // namespace joust
