#include "suites/plan/suite_filter.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <map>

#include "base/nearest_word.hpp"

namespace joust::suites {
namespace {

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  while (true) {
    const auto comma = text.find(',');
    parts.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

/// One --only: the option as given, for messages, and the values asked for.
struct Filter {
  std::string source;
  std::vector<std::string> wanted;
  Diagnostics& diagnostics;

  /// Keeps the elements whose text is wanted; each wanted one must be there.
  template <typename Value, typename TextOf>
  void keep(std::vector<Value>& values, TextOf text_of) const {
    std::vector<std::string> known;
    for (const auto& value : values) {
      std::string text = text_of(value);
      if (std::find(known.begin(), known.end(), text) == known.end()) known.push_back(text);
    }
    for (const std::string& word : wanted) {
      if (std::find(known.begin(), known.end(), word) != known.end()) continue;
      std::string hint = did_you_mean(word, known);
      if (hint.empty()) hint = fmt::format("; it has {}", fmt::join(known, ", "));
      diagnostics.add(source, 0, fmt::format("the suite has no '{}'{}", word, hint));
      return;
    }
    std::vector<Value> kept;
    for (const auto& value : values) {
      if (std::find(wanted.begin(), wanted.end(), text_of(value)) != wanted.end()) {
        kept.push_back(value);
      }
    }
    values = std::move(kept);
  }
};

using Apply = std::function<void(Suite&, const Filter&)>;

/// What can be narrowed, by the word it is called on the command line.
std::map<std::string, Apply> filters() {
  const auto id = [](const SuiteProgram& program) { return program.id; };
  const auto number = [](std::uint32_t value) { return fmt::format("{}", value); };
  return {
      {"server", [id](Suite& suite, const Filter& only) { only.keep(suite.servers, id); }},
      {"client", [id](Suite& suite, const Filter& only) { only.keep(suite.clients, id); }},
      {"connections",
       [number](Suite& suite, const Filter& only) { only.keep(suite.connections, number); }},
      {"client_threads",
       [number](Suite& suite, const Filter& only) { only.keep(suite.client_threads, number); }},
      {"server_threads",
       [number](Suite& suite, const Filter& only) { only.keep(suite.server_threads, number); }},
      {"keepalive",
       [](Suite& suite, const Filter& only) {
         only.keep(suite.keepalive, [](bool value) { return fmt::format("{}", value); });
       }},
      {"document",
       [](Suite& suite, const Filter& only) {
         only.keep(suite.documents, [](const Document& document) { return document.id(); });
       }},
      {"route",
       [](Suite& suite, const Filter& only) {
         only.keep(suite.documents, [](const Document& document) { return document.route; });
       }},
      {"method",
       [](Suite& suite, const Filter& only) {
         only.keep(suite.documents, [](const Document& document) { return document.method; });
       }},
  };
}

/// Sizes compare as sizes: bytes=1MiB finds bytes = 1048576.
void keep_sizes(Suite& suite, Filter only) {
  for (std::string& word : only.wanted) {
    try {
      word = fmt::format("{}", parse_bytes(word).value);
    } catch (const Error& error) {
      only.diagnostics.add(only.source, 0, error.what());
      return;
    }
  }
  only.keep(suite.documents,
            [](const Document& document) { return fmt::format("{}", document.size.value); });
}

void apply(Suite& suite, const std::string& key, const Filter& filter) {
  if (key == "bytes") {
    keep_sizes(suite, filter);
    return;
  }
  const auto known = filters();
  // "servers=..." is what the suite file calls it.
  const std::string singular = key == "servers" || key == "clients" ? key.substr(0, 6) : key;
  if (const auto found = known.find(singular); found != known.end()) {
    found->second(suite, filter);
    return;
  }
  std::vector<std::string> words{"bytes"};
  for (const auto& [word, unused] : known) words.push_back(word);
  std::string hint = did_you_mean(key, words);
  if (hint.empty()) hint = fmt::format("; known are {}", fmt::join(words, ", "));
  filter.diagnostics.add(filter.source, 0, fmt::format("unknown key '{}'{}", key, hint));
}

}  // namespace

void keep_only(Suite& suite, const std::vector<std::string>& only, Diagnostics& diagnostics) {
  for (const std::string& option : only) {
    const std::string source = "--only " + option;
    const auto equals = option.find('=');
    if (equals == std::string::npos || equals + 1 == option.size()) {
      diagnostics.add(source, 0, "expected KEY=VALUE, as in connections=10 or server=evhttp");
      continue;
    }
    apply(suite, option.substr(0, equals),
          {source, split(std::string_view(option).substr(equals + 1)), diagnostics});
  }
  const auto& compared = suite.compare == Side::servers ? suite.servers : suite.clients;
  const bool has_reference =
      std::any_of(compared.begin(), compared.end(),
                  [&](const SuiteProgram& program) { return program.id == suite.reference; });
  if (!has_reference && !compared.empty()) suite.reference = compared.front().id;
}

}  // namespace joust::suites
