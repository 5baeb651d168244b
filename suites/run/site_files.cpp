#include "suites/run/site_files.hpp"

#include <cerrno>
#include <cstdint>
#include <fmt/format.h>
#include <set>
#include <sys/stat.h>

#include "base/document_bytes.hpp"
#include "base/error.hpp"
#include "base/posix.hpp"

namespace joust::suites {

void write_site_files(const std::filesystem::path& folder, std::span<const Cell> cells) {
  std::set<std::uint64_t> sizes;
  for (const Cell& cell : cells) {
    if (cell.document.route == "static") sizes.insert(cell.document.size.value);
  }
  for (const std::uint64_t size : sizes) {
    const std::filesystem::path file = folder / fmt::format("{}.bin", size);
    posix::write_file(file, document_bytes(size));
    if (chmod(file.c_str(), 0644) != 0) {
      throw os_error(errno, fmt::format("make '{}' readable", file.string()));
    }
  }
}

}  // namespace joust::suites
