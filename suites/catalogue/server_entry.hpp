// A server as its catalogue file describes it: how it is started, found ready, asked and stopped.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/toml_reader.hpp"
#include "base/units.hpp"
#include "results/model/cell.hpp"
#include "results/model/contender.hpp"

namespace joust::suites {

enum class Readiness {
  line,   // prints "READY port=NNNN" on stdout and picks its own port
  probe,  // a free port is chosen for it and asked until the expected document comes back
};

struct VersionProbe {
  std::vector<std::string> command;
  std::string
      pattern;  // ECMAScript regular expression; group 1 is the version; out and err are searched
};

struct Variant {
  std::string summary;
  std::vector<std::string> arguments;
};

struct ServerEntry {
  std::string name;
  std::string title;
  std::string kind;                  // "anchor", "idiomatic", "tuned", "external"
  std::filesystem::path file;        // where this was read
  std::vector<std::string> command;  // with server_placeholders()
  std::optional<std::string> url;    // somebody else runs it: "http://host:port"
  std::optional<VersionProbe> version;
  std::optional<std::filesystem::path> config_template;  // rendered to {config}
  Readiness ready = Readiness::line;
  Nanoseconds ready_timeout = std::chrono::seconds{10};
  std::map<std::string, std::string>
      routes;                        // route -> path; {file} {bytes}: "static" -> "/{file}"
  std::vector<std::string> methods;  // beside GET, per catalogue; "POST" is needed for echo
  bool threads_settable = false;
  int stop_signal = 15;
  Nanoseconds stop_timeout = std::chrono::seconds{3};
  std::map<std::string, Variant> variants;
  std::string install_hint;  // package name or build target

  /// Why this entry cannot do what the cell needs; nothing when it can.
  std::optional<std::string> refuses(const Cell& cell) const;
  /// Path of the document, with leading slash.
  std::string path_of(const Document& document) const;
};

/// Names that stand in braces in a server's command, variants and configuration template.
const std::vector<std::string>& server_placeholders();

/// Mistakes are filed with the table's diagnostics.
ServerEntry read_server_entry(const TomlTable& table, const std::filesystem::path& file);

}  // namespace joust::suites
