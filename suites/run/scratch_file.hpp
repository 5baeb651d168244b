// Files that only live as long as a visit: written at once, without waiting for the disk.
#pragma once

#include <filesystem>
#include <string_view>

namespace joust::suites {

/// Error{machine} names the file when it cannot be written.
void write_scratch_file(const std::filesystem::path& file, std::string_view text);

}  // namespace joust::suites
