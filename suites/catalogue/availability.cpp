// What of the catalogue can run on this machine, and in which version.
#include <cstdlib>
#include <fmt/format.h>
#include <regex>
#include <string_view>
#include <system_error>
#include <unistd.h>

#include "base/data_files.hpp"
#include "suites/catalogue/catalogue.hpp"
#include "suites/catalogue/command_output.hpp"

namespace joust::suites {
namespace {

constexpr Nanoseconds version_timeout = std::chrono::seconds{5};

bool is_executable(const std::filesystem::path& path) {
  std::error_code problem;
  return std::filesystem::is_regular_file(path, problem) && access(path.c_str(), X_OK) == 0;
}

std::vector<std::filesystem::path> program_folders() {
  std::vector<std::filesystem::path> folders{executable_folder()};
  const char* variable = std::getenv("PATH");
  std::string_view rest = variable == nullptr ? "" : variable;
  while (!rest.empty()) {
    const auto colon = rest.find(':');
    const std::string_view folder = rest.substr(0, colon);
    folders.emplace_back(folder.empty() ? "." : folder);
    rest = colon == std::string_view::npos ? std::string_view() : rest.substr(colon + 1);
  }
  // Where daemons are, also for users whose PATH leaves it out.
  folders.emplace_back("/usr/sbin");
  folders.emplace_back("/usr/local/sbin");
  return folders;
}

std::string version_of(const VersionProbe& probe) {
  if (probe.command.empty()) return {};
  const auto executable = find_executable(probe.command.front());
  if (!executable) return {};
  const std::vector<std::string> arguments(probe.command.begin() + 1, probe.command.end());
  const auto text = output_of(*executable, arguments, version_timeout);
  std::smatch match;
  if (!text || !std::regex_search(*text, match, std::regex(probe.pattern))) return {};
  return match[1].str();
}

std::string how_to_get(const std::string& install_hint) {
  if (install_hint.empty()) return {};
  const bool is_command = install_hint.find(' ') != std::string::npos;
  return fmt::format("; to get it: {}{}", is_command ? "" : "apt install ", install_hint);
}

template <typename Entry>
Availability look_for(const Entry& entry) {
  Availability availability;
  availability.executable = find_executable(entry.command.front());
  if (!availability.executable) {
    const std::string& program = entry.command.front();
    const bool is_path = program.find('/') != std::string::npos;
    availability.why_not =
        fmt::format("no program '{}'{}{}", program,
                    is_path ? "" : " beside joust, in PATH, /usr/sbin or /usr/local/sbin",
                    how_to_get(entry.install_hint));
  } else if (entry.version) {
    availability.version = version_of(*entry.version);
  }
  return availability;
}

}  // namespace

std::optional<std::filesystem::path> find_executable(const std::string& name) {
  if (name.empty()) return std::nullopt;
  if (name.find('/') != std::string::npos) {
    return is_executable(name) ? std::optional(std::filesystem::absolute(name)) : std::nullopt;
  }
  for (const std::filesystem::path& folder : program_folders()) {
    const std::filesystem::path candidate = folder / name;
    if (is_executable(candidate)) return std::filesystem::absolute(candidate);
  }
  return std::nullopt;
}

Availability availability_of(const ServerEntry& entry) {
  if (entry.url) return {};
  return look_for(entry);
}

Availability availability_of(const ClientEntry& entry) { return look_for(entry); }

}  // namespace joust::suites
