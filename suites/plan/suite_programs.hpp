// Reads the servers and clients of a suite: names, "name:variant", globs, inline tables.
#pragma once

#include <string>
#include <vector>

#include "base/toml_reader.hpp"
#include "suites/catalogue/catalogue.hpp"
#include "suites/plan/suite.hpp"

namespace joust::suites {

/// What the reader has to know of one side's catalogue.
struct KnownProgram {
  std::string name;
  const std::map<std::string, Variant>* variants = nullptr;
  bool globbed = true;  // anchors join globs only by name
};
struct KnownPrograms {
  std::string what;  // "server"
  std::vector<KnownProgram> all;
  std::vector<std::string> placeholders;

  const KnownProgram* find(const std::string& name) const;
  std::vector<std::string> names() const;
  std::vector<std::string> labels() const;  // with every variant
};
KnownPrograms known_servers(const Catalogue& catalogue);
KnownPrograms known_clients(const Catalogue& catalogue);

struct ProgramList {
  std::vector<SuiteProgram> programs;
  bool complete = true;  // no element had a mistake
};

/// The list under `key`, globs expanded in the catalogue's order; mistakes become diagnostics.
/// Programs that a glob adds to others already listed are listed once.
ProgramList read_programs(const TomlTable& table, const std::string& key,
                          const KnownPrograms& known);

/// '*' for any text, '?' for one character.
bool matches_glob(std::string_view pattern, std::string_view text);

}  // namespace joust::suites
