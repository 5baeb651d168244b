#include "tests/support/golden.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace joust::test {

std::string golden(std::string_view name, const std::string& actual) {
  const auto path = std::filesystem::path(JOUST_SOURCE_DIR) / "tests/golden" / name;
  if (std::getenv("JOUST_UPDATE_GOLDEN") != nullptr) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << actual;
    return actual;
  }
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace joust::test
