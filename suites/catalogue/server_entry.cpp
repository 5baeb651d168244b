#include "suites/catalogue/server_entry.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <fmt/format.h>
#include <system_error>

#include "base/nearest_word.hpp"
#include "base/posix.hpp"
#include "suites/catalogue/entry_parts.hpp"
#include "suites/catalogue/placeholders.hpp"
#include "suites/catalogue/routes.hpp"

namespace joust::suites {
namespace {

struct NamedSignal {
  const char* name;
  int number;
};
constexpr std::array<NamedSignal, 7> signals{{{"TERM", SIGTERM},
                                              {"QUIT", SIGQUIT},
                                              {"INT", SIGINT},
                                              {"HUP", SIGHUP},
                                              {"USR1", SIGUSR1},
                                              {"USR2", SIGUSR2},
                                              {"KILL", SIGKILL}}};

int read_stop_signal(const TomlTable& table) {
  std::vector<std::string> names;
  names.reserve(signals.size());
  for (const NamedSignal& one : signals) names.emplace_back(one.name);
  const auto name = table.one_of("stop_signal", names);
  const auto* const found = std::find_if(signals.begin(), signals.end(),
                                         [&](const NamedSignal& one) { return name == one.name; });
  return found == signals.end() ? SIGTERM : found->number;
}

std::map<std::string, std::string> read_routes(const TomlTable& table) {
  std::map<std::string, std::string> routes;
  if (!table.require("routes")) return routes;
  const auto all = table.table("routes");
  if (!all) return routes;
  for (const std::string& route : known_routes()) {
    const auto path = all->string(route);
    if (!path) continue;
    check_placeholders(*all, route, {*path}, {"file", "bytes"});
    if (!path->starts_with('/')) {
      all->complain(route, fmt::format("routes.{}: '{}' must begin with a slash", route, *path));
    }
    routes.emplace(route, *path);
  }
  all->finish();
  return routes;
}

std::optional<std::string> read_url(const TomlTable& table) {
  auto url = table.string("url");
  if (url && !url->starts_with("http://")) {
    table.complain("url", fmt::format("url: '{}' must begin with http://", *url));
  }
  return url;
}

/// The template's path, and its text for a look at its placeholders.
std::optional<std::filesystem::path> read_template(const TomlTable& table,
                                                   const std::filesystem::path& file,
                                                   std::string& text) {
  const auto name = table.string("config");
  if (!name) return std::nullopt;
  const std::filesystem::path path =
      std::filesystem::absolute(file.parent_path() / *name).lexically_normal();
  try {
    text = posix::read_file(path);
  } catch (const Error& error) {
    table.complain("config", fmt::format("config: {}", error.what()));
  }
  return path;
}

bool mentions(const std::vector<std::string>& words, std::string_view placeholder) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    const auto names = placeholders_in(word);
    return std::find(names.begin(), names.end(), placeholder) != names.end();
  });
}

/// Mistakes that show only in how the keys stand together.
void check_together(const TomlTable& table, const ServerEntry& entry,
                    const std::string& template_text) {
  if (entry.url) {
    for (const char* key : {"command", "config", "ready", "stop_signal", "threads"}) {
      if (table.has(key)) {
        table.complain(key,
                       fmt::format("{}: means nothing beside url, which somebody else runs", key));
      }
    }
    return;
  }
  if (!table.has("command")) {
    table.complain("",
                   "this key is missing: command (or url, for a server that somebody else runs)");
    return;
  }
  const bool uses_config = mentions(entry.command, "config");
  if (entry.config_template && !uses_config) {
    table.complain("config", "config: the command does not use {config}");
  }
  if (!entry.config_template && uses_config) {
    table.complain("command", "command: {config} needs the key config, the template's path");
  }
  std::vector<std::string> texts = entry.command;
  texts.push_back(template_text);
  if (entry.ready == Readiness::probe && !mentions(texts, "port")) {
    table.complain("ready",
                   "ready: \"probe\" chooses the port: neither command nor config uses {port}");
  }
  if (entry.threads_settable && !mentions(texts, "threads")) {
    table.complain("threads", "threads: neither command nor config uses {threads}");
  }
}

}  // namespace

const std::vector<std::string>& server_placeholders() {
  static const std::vector<std::string> names{"root", "port",   "address", "threads",
                                              "work", "config", "user"};
  return names;
}

ServerEntry read_server_entry(const TomlTable& table, const std::filesystem::path& file) {
  ServerEntry entry;
  entry.file = file;
  entry.name = read_entry_name(table, file);
  entry.title = table.string("title").value_or(entry.name);
  entry.kind =
      table.one_of("kind", {"anchor", "idiomatic", "tuned", "external"}).value_or("external");
  entry.command = read_command(table, file, server_placeholders());
  entry.url = read_url(table);
  entry.version = read_version_probe(table);
  std::string template_text;
  entry.config_template = read_template(table, file, template_text);
  if (table.one_of("ready", {"line", "probe"}) == "probe") entry.ready = Readiness::probe;
  entry.ready_timeout = table.duration("ready_timeout").value_or(entry.ready_timeout);
  entry.stop_signal = read_stop_signal(table);
  entry.stop_timeout = table.duration("stop_timeout").value_or(entry.stop_timeout);
  entry.routes = read_routes(table);
  entry.threads_settable = table.boolean("threads").value_or(false);
  const bool echoes = entry.routes.contains("echo");
  const std::vector<std::string> usual =
      echoes ? std::vector<std::string>{"POST", "PUT"} : std::vector<std::string>();
  entry.methods = table.strings("methods").value_or(usual);
  entry.variants = read_variants(table, server_placeholders());
  entry.install_hint = table.string("install").value_or("");
  check_together(table, entry, template_text);
  table.finish();
  return entry;
}

std::optional<std::string> ServerEntry::refuses(const Cell& cell) const {
  const Document& document = cell.document;
  if (!routes.contains(document.route)) return fmt::format("no route '{}'", document.route);
  const bool always = document.method == "GET" || document.method == "HEAD";
  if (!always && std::find(methods.begin(), methods.end(), document.method) == methods.end()) {
    return fmt::format("does not take {}", document.method);
  }
  if (cell.server_threads > 1 && !threads_settable) return "its number of threads cannot be set";
  return std::nullopt;
}

std::string ServerEntry::path_of(const Document& document) const {
  const auto route = routes.find(document.route);
  if (route == routes.end()) {
    throw user_error("server '{}' has no route '{}'", name, document.route);
  }
  return path_on_route(route->second, document);
}

}  // namespace joust::suites
