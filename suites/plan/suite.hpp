// A suite file, parsed: a Suite cannot be wrong, only impossible here.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "results/model/cell.hpp"
#include "results/model/contender.hpp"
#include "results/model/run.hpp"
#include "suites/catalogue/catalogue.hpp"

namespace joust::suites {

/// One server or client of a suite. The id is its label unless the suite gives another.
struct SuiteProgram {
  std::string id;
  ProgramChoice choice;  // extra_arguments: the variant's, then the suite's own
  bool operator==(const SuiteProgram&) const = default;
};

struct Suite {
  std::string name;  // file stem
  std::filesystem::path file;
  std::string text;
  std::string title;
  Side compare = Side::servers;
  std::vector<SuiteProgram> servers;  // one, when clients are compared
  std::vector<SuiteProgram> clients;  // one, when servers are compared
  std::string reference;              // id of a contender
  bool anchor = true;                 // the catalogue's anchor rides along (servers only)
  std::vector<Document> documents;
  std::vector<std::uint32_t> connections;
  std::vector<bool> keepalive;
  std::vector<std::uint32_t> client_threads;
  std::vector<std::uint32_t> server_threads;
  std::uint32_t blocks = 8;
  std::optional<Nanoseconds> measure;
  std::optional<std::uint64_t> requests;
  Nanoseconds warmup{0};
  Judgement judgement;
  bool pin = true;
};

/// What the command line changes: --blocks, --only K=V, --set K=V.
struct SuiteOverrides {
  std::optional<std::int64_t> blocks;
  std::vector<std::string> set;  // "connections=10,100": TOML key = value(s), as in the file
  std::vector<std::string>
      only;  // "connections=10", "server=evhttp", "bytes=52": keeps matching parts
};

/// All diagnostics at once as one Error{user_input}. Globs ("beast-*") expand over the catalogue.
Suite parse_suite(std::string_view text, const std::filesystem::path& file,
                  const Catalogue& catalogue, const SuiteOverrides& overrides = {});

/// By path (with a slash or ".toml"), or by name over data_folders("suites"). Unknown: the nearest
/// known name.
Suite load_suite(const std::string& name_or_path, const Catalogue& catalogue,
                 const SuiteOverrides& overrides = {});
std::vector<std::filesystem::path> known_suites();

}  // namespace joust::suites
