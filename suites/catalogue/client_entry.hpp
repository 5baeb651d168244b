// A load client as its catalogue file describes it.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/toml_reader.hpp"
#include "results/model/cell.hpp"
#include "suites/catalogue/server_entry.hpp"

namespace joust::suites {

enum class ReportFormat { joust_load };  // external clients' reports join with their readers

struct ClientEntry {
  std::string name;
  std::string title;
  std::filesystem::path file;
  std::vector<std::string> command;  // with client_placeholders()
  std::optional<VersionProbe> version;
  ReportFormat report = ReportFormat::joust_load;
  std::map<std::string, Variant> variants;
  std::string install_hint;

  std::optional<std::string> refuses(const Cell& cell) const;
};

/// Names that stand in braces in a client's command and variants.
const std::vector<std::string>& client_placeholders();

/// Mistakes are filed with the table's diagnostics.
ClientEntry read_client_entry(const TomlTable& table, const std::filesystem::path& file);

}  // namespace joust::suites
