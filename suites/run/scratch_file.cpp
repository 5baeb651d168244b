#include "suites/run/scratch_file.hpp"

#include <cerrno>
#include <fmt/format.h>
#include <fstream>

#include "base/error.hpp"

namespace joust::suites {

void write_scratch_file(const std::filesystem::path& file, std::string_view text) {
  errno = 0;
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (!out) throw os_error(errno, fmt::format("write '{}'", file.string()));
}

}  // namespace joust::suites
