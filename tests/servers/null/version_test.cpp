#include "servers/null/version.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "base/posix.hpp"
#include "base/sha256.hpp"
#include "tests/support/catch.hpp"

namespace {

const std::filesystem::path source_dir = JOUST_SOURCE_DIR;

// Of everything the anchor's work consists of; the number itself apart.
std::string hash_of_sources() {
  std::vector<std::filesystem::path> files{source_dir / "base/burn.hpp"};
  for (const auto& entry : std::filesystem::directory_iterator(source_dir / "servers/null")) {
    const auto name = entry.path().filename();
    const bool source = name.extension() == ".cpp" || name.extension() == ".hpp";
    if (source && name != "version.hpp") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::string all;
  for (const auto& file : files) {
    all += file.filename().string() + "\n" + joust::posix::read_file(file);
  }
  return joust::sha256_hex(all);
}

}  // namespace

TEST_CASE("the anchor's version changes with its sources") {
  std::istringstream history(joust::posix::read_file(source_dir / "servers/null/sources.sha256"));
  int number = 0;
  int last_number = 0;
  std::string hash;
  while (history >> number >> hash) {
    CHECK(number == last_number + 1);
    last_number = number;
  }
  INFO(
      "The sources of joust-null changed: figures taken with it are no longer comparable. Raise "
      "the number "
      "in servers/null/version.hpp and add a line to servers/null/sources.sha256: "
      << last_number + 1 << " " << hash_of_sources());
  CHECK(hash == hash_of_sources());
  CHECK(last_number == joust::null_server::version);
}
