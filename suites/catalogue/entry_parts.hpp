// What catalogue files of servers and of clients have in common, read the same way.
// Mistakes become diagnostics of the table; nothing is thrown.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/toml_reader.hpp"
#include "suites/catalogue/server_entry.hpp"

namespace joust::suites {

/// "name", or the file's stem where it is left out.
std::string read_entry_name(const TomlTable& table, const std::filesystem::path& file);

/// "command": a relative path with a slash starts at the entry's folder. Unknown placeholders are
/// diagnosed.
std::vector<std::string> read_command(const TomlTable& table, const std::filesystem::path& file,
                                      const std::vector<std::string>& placeholders);

std::optional<VersionProbe> read_version_probe(const TomlTable& table);

std::map<std::string, Variant> read_variants(const TomlTable& table,
                                             const std::vector<std::string>& placeholders);

/// Diagnoses unknown placeholders in the words of a key.
void check_placeholders(const TomlTable& table, const std::string& key,
                        const std::vector<std::string>& words,
                        const std::vector<std::string>& known);

/// Names that suites, tables and file names can carry: letters, digits and ". _ + -".
bool is_plain_name(const std::string& name);

}  // namespace joust::suites
