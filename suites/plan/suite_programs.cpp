#include "suites/plan/suite_programs.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "base/nearest_word.hpp"
#include "suites/catalogue/entry_parts.hpp"

namespace joust::suites {
namespace {

/// Where diagnostics about one element of a list belong.
struct Place {
  const TomlTable& table;
  const std::string& key;
  int line;

  void complain(const std::string& message) const {
    table.complain_at_line(key, line, fmt::format("{}: {}", key, message));
  }
};

std::string hint_for(const std::string& word, const std::vector<std::string>& known) {
  std::string hint = did_you_mean(word, known);
  if (!hint.empty()) return hint;
  if (known.empty()) return "; there are none";
  return fmt::format("; known are {}", fmt::join(known, ", "));
}

/// "beast-async:prepared" -> "beast-async", "prepared".
ProgramChoice split_label(const std::string& label) {
  const auto colon = label.find(':');
  if (colon == std::string::npos) return {label, {}, {}};
  return {label.substr(0, colon), label.substr(colon + 1), {}};
}

/// Checks name and variant against the catalogue and adds the variant's arguments.
bool resolve(ProgramChoice& choice, const KnownPrograms& known, const Place& place) {
  const KnownProgram* program = known.find(choice.name);
  if (program == nullptr) {
    place.complain(fmt::format("unknown {} '{}'{}", known.what, choice.name,
                               hint_for(choice.name, known.names())));
    return false;
  }
  if (choice.variant.empty()) return true;
  const auto variant = program->variants->find(choice.variant);
  if (variant == program->variants->end()) {
    std::vector<std::string> names;
    for (const auto& [name, unused] : *program->variants) names.push_back(name);
    place.complain(fmt::format("{} '{}' has no variant '{}'{}", known.what, choice.name,
                               choice.variant, hint_for(choice.variant, names)));
    return false;
  }
  const auto& arguments = variant->second.arguments;
  choice.extra_arguments.insert(choice.extra_arguments.begin(), arguments.begin(), arguments.end());
  return true;
}

std::optional<SuiteProgram> read_label(const std::string& label, const KnownPrograms& known,
                                       const Place& place) {
  ProgramChoice choice = split_label(label);
  if (!resolve(choice, known, place)) return std::nullopt;
  return SuiteProgram{label, std::move(choice)};
}

std::optional<SuiteProgram> read_table(const TomlTable& entry, const KnownPrograms& known,
                                       const Place& place) {
  SuiteProgram program;
  const bool named = entry.require("name");
  program.choice = split_label(entry.string("name").value_or(""));
  if (const auto variant = entry.string("variant")) program.choice.variant = *variant;
  if (const auto arguments = entry.strings("arguments")) {
    program.choice.extra_arguments = *arguments;
    check_placeholders(entry, "arguments", *arguments, known.placeholders);
  }
  program.id = entry.string("id").value_or(program.choice.label());
  if (entry.has("id") && !is_plain_name(program.id)) {
    entry.complain(
        "id",
        fmt::format("id: '{}' cannot be an id; letters, digits and . _ + - make one", program.id));
  }
  entry.finish();
  if (!named || program.choice.name.empty()) return std::nullopt;
  if (!resolve(program.choice, known, place)) return std::nullopt;
  return program;
}

/// Names, or labels where the pattern has a colon, that match.
std::vector<SuiteProgram> expand_glob(const std::string& pattern, const KnownPrograms& known,
                                      const Place& place) {
  const bool with_variants = pattern.find(':') != std::string::npos;
  std::vector<SuiteProgram> found;
  for (const std::string& label : with_variants ? known.labels() : known.names()) {
    if (!matches_glob(pattern, label)) continue;
    ProgramChoice choice = split_label(label);
    if (!known.find(choice.name)->globbed) continue;
    if (resolve(choice, known, place)) found.push_back({label, std::move(choice)});
  }
  if (found.empty()) {
    place.complain(fmt::format("no {} matches '{}'; known are {}", known.what, pattern,
                               fmt::join(with_variants ? known.labels() : known.names(), ", ")));
  }
  return found;
}

bool has_id(const std::vector<SuiteProgram>& programs, const std::string& id) {
  return std::any_of(programs.begin(), programs.end(),
                     [&](const SuiteProgram& program) { return program.id == id; });
}

template <typename Entry>
KnownPrograms known_programs(std::string what, const std::map<std::string, Entry>& entries,
                             std::vector<std::string> placeholders) {
  KnownPrograms known{std::move(what), {}, std::move(placeholders)};
  for (const auto& [name, entry] : entries) known.all.push_back({name, &entry.variants, true});
  return known;
}

}  // namespace

const KnownProgram* KnownPrograms::find(const std::string& name) const {
  const auto found = std::find_if(
      all.begin(), all.end(), [&](const KnownProgram& program) { return program.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> KnownPrograms::names() const {
  std::vector<std::string> names;
  for (const KnownProgram& program : all) names.push_back(program.name);
  return names;
}

std::vector<std::string> KnownPrograms::labels() const {
  std::vector<std::string> labels;
  for (const KnownProgram& program : all) {
    labels.push_back(program.name);
    for (const auto& [variant, unused] : *program.variants) {
      labels.push_back(program.name + ":" + variant);
    }
  }
  return labels;
}

KnownPrograms known_servers(const Catalogue& catalogue) {
  KnownPrograms known = known_programs("server", catalogue.servers, server_placeholders());
  for (KnownProgram& program : known.all) {
    program.globbed = catalogue.servers.at(program.name).kind != "anchor";
  }
  return known;
}

KnownPrograms known_clients(const Catalogue& catalogue) {
  return known_programs("client", catalogue.clients, client_placeholders());
}

ProgramList read_programs(const TomlTable& table, const std::string& key,
                          const KnownPrograms& known) {
  ProgramList list;
  std::vector<SuiteProgram>& programs = list.programs;
  for (const auto& element : table.strings_or_tables(key)) {
    const Place place{table, key, element.line};
    if (element.text && element.text->find_first_of("*?") != std::string::npos) {
      std::vector<SuiteProgram> matches = expand_glob(*element.text, known, place);
      list.complete = list.complete && !matches.empty();
      for (SuiteProgram& match : matches) {
        if (!has_id(programs, match.id)) programs.push_back(std::move(match));
      }
      continue;
    }
    auto program = element.table ? read_table(*element.table, known, place)
                                 : read_label(*element.text, known, place);
    if (!program) {
      list.complete = false;
    } else if (has_id(programs, program->id)) {
      place.complain(
          fmt::format("'{}' is listed twice; give one of them another id, as in "
                      "{{name = \"{}\", id = \"...\"}}",
                      program->id, program->choice.name));
    } else {
      programs.push_back(std::move(*program));
    }
  }
  return list;
}

bool matches_glob(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::optional<std::size_t> star;  // position after the last '*' seen
  std::size_t star_text = 0;        // how far that '*' reaches
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = ++p;
      star_text = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star) {
      p = *star;
      t = ++star_text;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

}  // namespace joust::suites
