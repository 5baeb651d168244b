// The routes that a suite can ask for, and how a document stands in a server's path.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "results/model/cell.hpp"

namespace joust::suites {

/// static, bytes, echo, hello.
const std::vector<std::string>& known_routes();

/// Name of the document's file below the servers' root, without folder: "52.bin".
std::string document_file_name(const Document& document);

/// "/{file}" -> "/52.bin", "/bytes/{bytes}" -> "/bytes/52".
std::string path_on_route(std::string_view route_path, const Document& document);

}  // namespace joust::suites
