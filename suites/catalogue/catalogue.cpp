#include "suites/catalogue/catalogue.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <system_error>

#include "base/data_files.hpp"
#include "base/toml_reader.hpp"

namespace joust::suites {
namespace {

std::vector<std::filesystem::path> toml_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code problem;
  for (const auto& file : std::filesystem::directory_iterator(folder, problem)) {
    if (file.path().extension() == ".toml") files.push_back(file.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Entries of nearer folders hide those of farther ones; within a folder a name must be unique.
template <typename Entry>
std::map<std::string, Entry> read_entries(const std::vector<std::filesystem::path>& folders,
                                          Entry (*read)(const TomlTable&,
                                                        const std::filesystem::path&),
                                          Diagnostics& diagnostics) {
  std::map<std::string, Entry> entries;
  for (const std::filesystem::path& folder : folders) {
    std::map<std::string, Entry> here;
    for (const std::filesystem::path& file : toml_files(folder)) {
      const TomlDocument document = TomlDocument::load(file, diagnostics);
      if (document.broken()) continue;
      Entry entry = read(document.root(), file);
      const auto [other, is_new] = here.emplace(entry.name, entry);
      if (!is_new) {
        document.root().complain("name", fmt::format("name: '{}' is taken by {}", entry.name,
                                                     other->second.file.filename().string()));
      }
    }
    entries.merge(here);
  }
  return entries;
}

template <typename Entry>
std::vector<std::string> names_of(const std::map<std::string, Entry>& entries) {
  std::vector<std::string> names;
  names.reserve(entries.size());
  for (const auto& [name, entry] : entries) names.push_back(name);
  return names;
}

}  // namespace

std::vector<std::string> Catalogue::server_names() const { return names_of(servers); }
std::vector<std::string> Catalogue::client_names() const { return names_of(clients); }

Catalogue read_catalogue(const std::vector<std::filesystem::path>& server_folders,
                         const std::vector<std::filesystem::path>& client_folders) {
  Diagnostics diagnostics;
  Catalogue catalogue;
  catalogue.servers = read_entries(server_folders, &read_server_entry, diagnostics);
  catalogue.clients = read_entries(client_folders, &read_client_entry, diagnostics);
  diagnostics.throw_if_any();
  return catalogue;
}

Catalogue load_catalogue() {
  return read_catalogue(data_folders("servers"), data_folders("clients"));
}

}  // namespace joust::suites
