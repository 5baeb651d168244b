// Reads the documents of a suite.
#pragma once

#include <vector>

#include "base/toml_reader.hpp"
#include "results/model/cell.hpp"

namespace joust::suites {

/// The list under "documents"; mistakes become diagnostics.
std::vector<Document> read_documents(const TomlTable& table);

}  // namespace joust::suites
