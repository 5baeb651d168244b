#include "suites/catalogue/client_entry.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "suites/catalogue/entry_parts.hpp"
#include "suites/catalogue/placeholders.hpp"

namespace joust::suites {

const std::vector<std::string>& client_placeholders() {
  static const std::vector<std::string> names{"plan", "result"};
  return names;
}

ClientEntry read_client_entry(const TomlTable& table, const std::filesystem::path& file) {
  ClientEntry entry;
  entry.file = file;
  entry.name = read_entry_name(table, file);
  entry.title = table.string("title").value_or(entry.name);
  if (table.require("command")) entry.command = read_command(table, file, client_placeholders());
  entry.version = read_version_probe(table);
  table.one_of("report", {"joust-load"});
  entry.report = ReportFormat::joust_load;
  entry.variants = read_variants(table, client_placeholders());
  entry.install_hint = table.string("install").value_or("");
  for (const char* needed : {"plan", "result"}) {
    const auto uses = [&](const std::string& word) {
      const auto names = placeholders_in(word);
      return std::find(names.begin(), names.end(), needed) != names.end();
    };
    if (!entry.command.empty() && std::none_of(entry.command.begin(), entry.command.end(), uses)) {
      table.complain("command", fmt::format("command: {{{}}} is not used", needed));
    }
  }
  table.finish();
  return entry;
}

// A member, as of servers: what an entry says of its client will take part.
// NOLINTNEXTLINE(readability-convert-member-functions-to-static)
std::optional<std::string> ClientEntry::refuses(const Cell& cell) const {
  if (cell.client_threads > cell.connections) {
    return fmt::format("{} client threads cannot share {} connection{}", cell.client_threads,
                       cell.connections, cell.connections == 1 ? "" : "s");
  }
  return std::nullopt;
}

}  // namespace joust::suites
