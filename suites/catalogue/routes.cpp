#include "suites/catalogue/routes.hpp"

#include <fmt/format.h>

#include "suites/catalogue/placeholders.hpp"

namespace joust::suites {

const std::vector<std::string>& known_routes() {
  static const std::vector<std::string> routes{"static", "bytes", "echo", "hello"};
  return routes;
}

std::string document_file_name(const Document& document) {
  return fmt::format("{}.bin", document.size.value);
}

std::string path_on_route(std::string_view route_path, const Document& document) {
  return expand(route_path, {{"file", document_file_name(document)},
                             {"bytes", fmt::format("{}", document.size.value)}});
}

}  // namespace joust::suites
