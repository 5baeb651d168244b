#include "suites/catalogue/entry_parts.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <regex>

#include "base/nearest_word.hpp"
#include "suites/catalogue/placeholders.hpp"

namespace joust::suites {
namespace {

constexpr const char* name_rule = "letters, digits and . _ + - make a name";

std::string absolute_program(const std::string& word, const std::filesystem::path& file) {
  const std::filesystem::path program = word;
  const bool relative_path = word.find('/') != std::string::npos && program.is_relative();
  if (!relative_path || word.front() == '{') return word;
  return std::filesystem::absolute(file.parent_path() / program).lexically_normal().string();
}

void check_pattern(const TomlTable& table, const std::string& pattern) {
  try {
    const std::regex compiled(pattern);
    if (compiled.mark_count() == 0) {
      table.complain("pattern", fmt::format("pattern: '{}' has no group; put the version into "
                                            "parentheses, as in 'nginx/([0-9.]+)'",
                                            pattern));
    }
  } catch (const std::regex_error& error) {
    table.complain("pattern", fmt::format("pattern: '{}' is no ECMAScript regular expression: {}",
                                          pattern, error.what()));
  }
}

}  // namespace

bool is_plain_name(const std::string& name) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("._+-").find(c) != std::string_view::npos;
  };
  return !name.empty() && name.front() != '.' && name.front() != '-' &&
         std::all_of(name.begin(), name.end(), fits);
}

std::string read_entry_name(const TomlTable& table, const std::filesystem::path& file) {
  std::string name = table.string("name").value_or(file.stem().string());
  if (!is_plain_name(name)) {
    table.complain("name", fmt::format("name: '{}' cannot be a name; {}", name, name_rule));
  }
  return name;
}

std::vector<std::string> read_command(const TomlTable& table, const std::filesystem::path& file,
                                      const std::vector<std::string>& placeholders) {
  auto command = table.strings("command").value_or(std::vector<std::string>());
  if (command.empty()) return command;
  if (command.front().empty()) table.complain("command", "command: the program's name is empty");
  check_placeholders(table, "command", command, placeholders);
  if (!command.front().empty()) command.front() = absolute_program(command.front(), file);
  return command;
}

std::optional<VersionProbe> read_version_probe(const TomlTable& table) {
  const auto version = table.table("version");
  if (!version) return std::nullopt;
  VersionProbe probe;
  if (version->require("command")) {
    probe.command = version->strings("command").value_or(std::vector<std::string>());
    check_placeholders(*version, "command", probe.command, {});
  }
  if (version->require("pattern")) {
    probe.pattern = version->string("pattern").value_or("()");
    check_pattern(*version, probe.pattern);
  }
  version->finish();
  return probe;
}

std::map<std::string, Variant> read_variants(const TomlTable& table,
                                             const std::vector<std::string>& placeholders) {
  std::map<std::string, Variant> variants;
  const auto all = table.table("variants");
  if (!all) return variants;
  for (const std::string& name : all->keys()) {
    const auto one = all->table(name);
    if (!is_plain_name(name)) {
      all->complain(name, fmt::format("variant '{}': {}", name, name_rule));
    }
    if (!one) continue;
    Variant variant;
    variant.summary = one->string("summary").value_or("");
    if (one->require("arguments")) {
      variant.arguments = one->strings("arguments").value_or(std::vector<std::string>());
      check_placeholders(*one, "arguments", variant.arguments, placeholders);
    }
    one->finish();
    variants.emplace(name, std::move(variant));
  }
  return variants;
}

void check_placeholders(const TomlTable& table, const std::string& key,
                        const std::vector<std::string>& words,
                        const std::vector<std::string>& known) {
  for (const std::string& word : words) {
    for (const std::string& name : placeholders_in(word)) {
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      std::string hint = did_you_mean(name, known);
      if (hint.empty() && !known.empty()) {
        hint = fmt::format("; known here: {}", fmt::join(known, ", "));
      }
      table.complain(key, fmt::format("{}: unknown placeholder '{{{}}}'{}", key, name, hint));
    }
  }
}

}  // namespace joust::suites
