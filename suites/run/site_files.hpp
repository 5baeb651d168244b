// The documents of a run as files: "<bytes>.bin" with base/document_bytes in them.
#pragma once

#include <filesystem>
#include <span>

#include "results/model/cell.hpp"

namespace joust::suites {

/// Writes every static document of the cells into `folder`, readable by everybody. Error{machine}
/// when the disk refuses.
void write_site_files(const std::filesystem::path& folder, std::span<const Cell> cells);

}  // namespace joust::suites
