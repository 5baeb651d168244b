#include <fmt/format.h>
#include <string>

#include "results/tables/tables.hpp"
#include "suites/catalogue/catalogue.hpp"
#include "suites/cli/command.hpp"
#include "suites/cli/console.hpp"

namespace joust::suites::cli {
namespace {

template <typename Entry>
void add_rows(tables::Table& table, const std::map<std::string, Entry>& entries) {
  for (const auto& [name, entry] : entries) {
    const auto availability = availability_of(entry);
    const bool runs = availability.why_not.empty();
    table.rows.push_back({name, runs ? availability.version : "-",
                          runs ? "runs here" : availability.why_not, entry.file.string()});
    for (const auto& [variant, options] : entry.variants)
      table.rows.push_back({name + ":" + variant, "", options.summary, ""});
  }
}

template <typename Entry>
ExitCode list(const std::string& title, const std::map<std::string, Entry>& entries) {
  tables::Table table;
  table.title = title;
  for (const auto* column : {"name", "version", "can it run here?", "catalogue file"})
    table.columns.push_back({column, tables::Align::left});
  add_rows(table, entries);
  fmt::print("{}", tables::as_text(table, stdout_width()));
  return ExitCode::ok;
}

}  // namespace

Command add_servers_command(CLI::App& program) {
  auto* parser =
      program.add_subcommand("servers", "servers of the catalogue, and why one cannot run here");
  return {parser, [](const std::vector<std::string>&) {
            return list("Servers", load_catalogue().servers);
          }};
}

Command add_clients_command(CLI::App& program) {
  auto* parser = program.add_subcommand(
      "clients", "load clients of the catalogue, and why one cannot run here");
  return {parser, [](const std::vector<std::string>&) {
            return list("Load clients", load_catalogue().clients);
          }};
}

}  // namespace joust::suites::cli
