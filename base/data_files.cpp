#include "base/data_files.hpp"

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "base/error.hpp"

namespace joust {
namespace {

namespace fs = std::filesystem;

fs::path environment_path(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? fs::path() : fs::path(value);
}

fs::path user_configuration() {
  const fs::path xdg = environment_path("XDG_CONFIG_HOME");
  if (!xdg.empty()) return xdg;
  const fs::path home = environment_path("HOME");
  return home.empty() ? fs::path() : home / ".config";
}

/// Where the source tree keeps a kind; installed prefixes have one folder a kind.
fs::path source_folder(std::string_view kind) {
  const fs::path root = JOUST_SOURCE_DIR;
  if (kind == "servers") return root / "servers" / "catalogue";
  if (kind == "clients") return root / "client" / "catalogue";
  return root / kind;
}

}  // namespace

std::vector<fs::path> data_folders(std::string_view kind) {
  std::vector<fs::path> candidates{fs::path("joust") / kind};
  if (const fs::path user = user_configuration(); !user.empty()) {
    candidates.push_back(user / "joust" / kind);
  }
  if (const fs::path data = environment_path("JOUST_DATA"); !data.empty()) {
    candidates.push_back(data / kind);
  }
  candidates.push_back(executable_folder().parent_path() / "share" / "joust" / kind);
  candidates.push_back(source_folder(kind));

  std::vector<fs::path> folders;
  for (const fs::path& candidate : candidates) {
    std::error_code problem;
    if (!fs::is_directory(candidate, problem)) continue;
    const fs::path folder = fs::canonical(candidate, problem);
    if (problem || std::find(folders.begin(), folders.end(), folder) != folders.end()) continue;
    folders.push_back(folder);
  }
  return folders;
}

fs::path executable_folder() {
  std::error_code problem;
  const fs::path program = fs::read_symlink("/proc/self/exe", problem);
  if (problem) throw os_error(problem.value(), "cannot find this program through /proc/self/exe");
  return program.parent_path();
}

}  // namespace joust
