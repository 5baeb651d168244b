#include "suites/plan/suite.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>

#include "base/nearest_word.hpp"
#include "base/toml_reader.hpp"
#include "suites/plan/suite_documents.hpp"
#include "suites/plan/suite_filter.hpp"
#include "suites/plan/suite_programs.hpp"

namespace joust::suites {
namespace {

constexpr std::int64_t most_connections = 100'000;
constexpr std::int64_t most_threads = 1024;
constexpr std::int64_t most_blocks = 1000;
constexpr Nanoseconds shortest_window = std::chrono::milliseconds{1};
constexpr Nanoseconds longest_window = std::chrono::hours{1};
constexpr std::uint64_t most_requests = 1'000'000'000'000;

constexpr const char* not_built = "is not built yet";

/// Keys of the format that nothing obeys yet: refused by name, so that no one measures without
/// them.
constexpr std::array<const char*, 6> future_keys{"rate",        "slo_p99",  "late_after",
                                                 "min_bitrate", "variants", "expect"};

void refuse_what_is_not_built(const TomlTable& table) {
  for (const char* key : future_keys) {
    if (table.has(key)) table.complain(key, fmt::format("{}: {}", key, not_built));
  }
  const auto mode = table.one_of("mode", {"closed", "open", "capacity"});
  if (mode && *mode != "closed") {
    table.complain("mode", fmt::format(R"(mode: "{}" {}; "closed" is)", *mode, not_built));
  }
  const auto restart = table.one_of("restart", {"visit", "sweep", "run"});
  if (restart && *restart != "visit") {
    table.complain("restart", fmt::format(R"(restart: "{}" {}; "visit" is)", *restart, not_built));
  }
}

std::vector<std::uint32_t> read_axis(const TomlTable& table, const char* key, std::int64_t high) {
  std::vector<std::uint32_t> values;
  for (const std::int64_t value :
       table.integers(key, 1, high).value_or(std::vector<std::int64_t>{1})) {
    values.push_back(static_cast<std::uint32_t>(value));
  }
  return values;
}

/// The one program on the other side of the wire.
std::vector<SuiteProgram> read_single(const TomlTable& table, const std::string& key,
                                      const KnownPrograms& known) {
  std::vector<SuiteProgram> programs = read_programs(table, key, known).programs;
  if (programs.size() > 1) {
    table.complain(
        key, fmt::format("{}: one {} is needed here, not {}", key, known.what, programs.size()));
  }
  return programs;
}

void refuse_key(const TomlTable& table, const char* key, const char* instead) {
  if (!table.has(key)) return;
  table.complain(key, fmt::format("{}: this suite needs {} (see compare)", key, instead));
}

/// The list that is compared, and the reference among it.
std::vector<SuiteProgram> read_compared(const TomlTable& table, const std::string& key,
                                        const KnownPrograms& known, std::string& reference) {
  const auto given = table.string("reference");
  if (!table.require(key)) return {};
  ProgramList list = read_programs(table, key, known);
  std::vector<std::string> ids;
  for (const SuiteProgram& program : list.programs) ids.push_back(program.id);
  if (ids.empty()) return {};
  reference = given.value_or(ids.front());
  // A list with mistakes has been complained about: the reference may well be one of them.
  if (list.complete && std::find(ids.begin(), ids.end(), reference) == ids.end()) {
    std::string hint = did_you_mean(reference, ids);
    if (hint.empty()) hint = fmt::format("; listed are {}", fmt::join(ids, ", "));
    table.complain("reference",
                   fmt::format("reference: '{}' is not among the {}{}", reference, key, hint));
  }
  return std::move(list.programs);
}

void read_servers_compared(const TomlTable& table, const Catalogue& catalogue, Suite& suite) {
  refuse_key(table, "server", "servers, a list");
  refuse_key(table, "clients", "client, a single one");
  suite.servers = read_compared(table, "servers", known_servers(catalogue), suite.reference);
  suite.clients = table.has("client")
                      ? read_single(table, "client", known_clients(catalogue))
                      : std::vector<SuiteProgram>{{"joust-load", {"joust-load", {}, {}}}};
  suite.anchor = table.boolean("anchor").value_or(true);
  for (const SuiteProgram& server : suite.servers) {
    const bool is_anchor = catalogue.servers.at(server.choice.name).kind == "anchor";
    if (suite.anchor && is_anchor && server.id == server.choice.name) {
      table.complain("servers",
                     fmt::format("servers: '{}' rides along as the anchor already: leave it out, "
                                 "give it an id, or set anchor = false",
                                 server.id));
    }
  }
}

void read_clients_compared(const TomlTable& table, const Catalogue& catalogue, Suite& suite) {
  refuse_key(table, "client", "clients, a list");
  refuse_key(table, "servers", "server, a single one");
  suite.clients = read_compared(table, "clients", known_clients(catalogue), suite.reference);
  if (table.require("server")) {
    suite.servers = read_single(table, "server", known_servers(catalogue));
  }
  suite.anchor = false;
  if (table.boolean("anchor").value_or(false)) {
    table.complain("anchor", "anchor: rides along only where servers are compared");
  }
}

std::optional<Nanoseconds> read_time(const TomlTable& table, const char* key, Nanoseconds low,
                                     Nanoseconds high) {
  const auto time = table.duration(key);
  if (!time || (*time >= low && *time <= high)) return time;
  table.complain(
      key, fmt::format("{}: expected a time from {} to {}, found {}", key, format_duration(low),
                       format_duration(high), format_duration(*time)));
  return std::nullopt;
}

/// `overridden`: keys from the command line, which beat what the file says the other way.
void read_window(const TomlTable& table, const std::set<std::string>& overridden, Suite& suite) {
  suite.measure = read_time(table, "measure", shortest_window, longest_window);
  suite.requests = table.count("requests");
  if (suite.requests && (*suite.requests == 0 || *suite.requests > most_requests)) {
    table.complain("requests", fmt::format("requests: expected 1 to {}, found {}", most_requests,
                                           *suite.requests));
  }
  if (table.has("measure") && table.has("requests")) {
    if (overridden.contains("measure") && !overridden.contains("requests")) {
      suite.requests.reset();
    } else if (overridden.contains("requests") && !overridden.contains("measure")) {
      suite.measure.reset();
    } else {
      table.complain("requests", "requests: a window ends by measure or by requests, not by both");
    }
  }
  if (!table.has("measure") && !table.has("requests")) {
    suite.measure = std::chrono::milliseconds{250};
  }
  constexpr Nanoseconds usual = std::chrono::milliseconds{100};
  suite.warmup = read_time(table, "warmup", Nanoseconds{0}, longest_window).value_or(usual);
}

double read_share_between(const TomlTable& table, const char* key, double low, double high,
                          double usual) {
  const auto share = table.share(key);
  if (!share) return usual;
  if (*share >= low && *share <= high) return *share;
  table.complain(key, fmt::format("{}: expected {} to {}, found {}", key, format_percent(low),
                                  format_percent(high), format_percent(*share, 3)));
  return usual;
}

void read_judgement(const TomlTable& table, Judgement& judgement) {
  judgement.confidence = read_share_between(table, "confidence", 0.5, 0.999, judgement.confidence);
  judgement.margin = read_share_between(table, "margin", 0.001, 0.5, judgement.margin);
}

Suite read_suite(const TomlTable& table, const Catalogue& catalogue,
                 const std::set<std::string>& overridden) {
  Suite suite;
  suite.title = table.string("title").value_or("");
  const auto compare = table.one_of("compare", {"servers", "clients"});
  suite.compare = compare == "clients" ? Side::clients : Side::servers;
  if (suite.compare == Side::servers) {
    read_servers_compared(table, catalogue, suite);
  } else {
    read_clients_compared(table, catalogue, suite);
  }
  if (table.require("documents")) suite.documents = read_documents(table);
  table.require("connections");
  suite.connections = read_axis(table, "connections", most_connections);
  suite.keepalive = table.booleans("keepalive").value_or(std::vector<bool>{true});
  suite.client_threads = read_axis(table, "client_threads", most_threads);
  suite.server_threads = read_axis(table, "server_threads", most_threads);
  const auto blocks = table.integer("blocks", 1, most_blocks);
  if (blocks) suite.blocks = static_cast<std::uint32_t>(*blocks);
  read_window(table, overridden, suite);
  read_judgement(table, suite.judgement);
  suite.pin = table.one_of("pin", {"auto", "none"}) != "none";
  refuse_what_is_not_built(table);
  table.finish();
  return suite;
}

/// Puts --set and --blocks in place of the file's keys.
std::set<std::string> apply_overrides(TomlDocument& document, const SuiteOverrides& overrides,
                                      Diagnostics& diagnostics) {
  std::set<std::string> keys;
  for (const std::string& option : overrides.set) {
    const std::string source = "--set " + option;
    const auto equals = option.find('=');
    if (equals == std::string::npos || equals == 0) {
      diagnostics.add(source, 0, "expected KEY=VALUE, as in connections=10,100");
      continue;
    }
    keys.insert(option.substr(0, equals));
    document.replace(option.substr(0, equals), std::string_view(option).substr(equals + 1), source);
  }
  if (overrides.blocks) {
    const std::string number = fmt::format("{}", *overrides.blocks);
    document.replace("blocks", number, "--blocks " + number);
  }
  return keys;
}

}  // namespace

Suite parse_suite(std::string_view text, const std::filesystem::path& file,
                  const Catalogue& catalogue, const SuiteOverrides& overrides) {
  Diagnostics diagnostics;
  TomlDocument document = TomlDocument::parse(text, file.string(), diagnostics);
  diagnostics.throw_if_any();
  const auto overridden = apply_overrides(document, overrides, diagnostics);
  Suite suite = read_suite(document.root(), catalogue, overridden);
  diagnostics.throw_if_any();
  keep_only(suite, overrides.only, diagnostics);
  diagnostics.throw_if_any();
  suite.name = file.stem().string();
  suite.file = file;
  suite.text = text;
  if (suite.title.empty()) suite.title = suite.name;
  return suite;
}

}  // namespace joust::suites
