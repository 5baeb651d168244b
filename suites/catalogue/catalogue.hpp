// Every server and client that could run here, by name; nearest folder wins (base/data_files).
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "suites/catalogue/client_entry.hpp"
#include "suites/catalogue/server_entry.hpp"

namespace joust::suites {

struct Catalogue {
  std::map<std::string, ServerEntry> servers;
  std::map<std::string, ClientEntry> clients;

  std::vector<std::string> server_names() const;
  std::vector<std::string> client_names() const;
};

/// Reads all *.toml of data_folders("servers") and ("clients"); all diagnostics at once.
Catalogue load_catalogue();
/// The same from given folders, nearest first.
Catalogue read_catalogue(const std::vector<std::filesystem::path>& server_folders,
                         const std::vector<std::filesystem::path>& client_folders);

/// The executable's full path: beside this program first, then PATH, then /usr/sbin and
/// /usr/local/sbin.
std::optional<std::filesystem::path> find_executable(const std::string& name);

struct Availability {
  std::optional<std::filesystem::path> executable;
  std::string version;  // "" where unknown
  std::string why_not;  // "" when it can run
};
Availability availability_of(const ServerEntry& entry);
Availability availability_of(const ClientEntry& entry);

}  // namespace joust::suites
