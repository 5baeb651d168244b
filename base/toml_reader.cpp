#include "base/toml_reader.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/nearest_word.hpp"
#include "base/toml_state.hpp"

namespace joust {
namespace {

/// Integers count as numbers too.
std::optional<double> any_number(const toml::node& node) {
  if (const auto* integer = node.as_integer()) return static_cast<double>(integer->get());
  if (const auto* real = node.as_floating_point()) return real->get();
  return std::nullopt;
}

/// What `parse` makes of the text; its refusal becomes a diagnostic.
template <typename State, typename Value>
std::optional<Value> read_text(const State& state, std::string_view key, const toml::node& node,
                               std::string_view text, Value (*parse)(std::string_view)) {
  try {
    return parse(text);
  } catch (const Error& error) {
    state.refused(key, node, error.what());
    return std::nullopt;
  }
}

}  // namespace

bool TomlTable::has(std::string_view key) const { return state_->find(key) != nullptr; }

int TomlTable::line(std::string_view key) const {
  const toml::node* node = key.empty() ? nullptr : state_->table->get(key);
  if (!key.empty() && state_->replaced.contains(key)) return 0;
  return state_->line_of(node == nullptr ? state_->table : node);
}

std::vector<std::string> TomlTable::keys() const {
  struct Place {
    std::string key;
    toml::source_position at;
  };
  std::vector<Place> places;
  places.reserve(state_->table->size());
  for (const auto& [key, node] : *state_->table) {
    places.push_back({std::string(key.str()), key.source().begin});
  }
  // toml++ sorts by name; people think in the order they wrote.
  std::stable_sort(places.begin(), places.end(),
                   [](const Place& a, const Place& b) { return a.at < b.at; });
  std::vector<std::string> keys;
  keys.reserve(places.size());
  for (Place& place : places) keys.push_back(std::move(place.key));
  return keys;
}

std::optional<std::string> TomlTable::string(std::string_view key) const {
  const toml::node* node = state_->find(key);
  if (node == nullptr) return std::nullopt;
  if (const auto* text = node->as_string()) return text->get();
  state_->expected(key, *node, "text in quotes");
  return std::nullopt;
}

std::optional<std::int64_t> TomlTable::integer(std::string_view key, std::int64_t low,
                                               std::int64_t high) const {
  const toml::node* node = state_->find(key);
  if (node == nullptr) return std::nullopt;
  const auto value = toml_whole_number(*node);
  if (value && *value >= low && *value <= high) return value;
  state_->expected(key, *node, fmt::format("a whole number from {} to {}", low, high));
  return std::nullopt;
}

std::optional<double> TomlTable::number(std::string_view key, double low, double high) const {
  const toml::node* node = state_->find(key);
  if (node == nullptr) return std::nullopt;
  const auto value = any_number(*node);
  if (value && *value >= low && *value <= high) return value;  // NaN fails both
  state_->expected(key, *node, fmt::format("a number from {} to {}", low, high));
  return std::nullopt;
}

std::optional<bool> TomlTable::boolean(std::string_view key) const {
  const toml::node* node = state_->find(key);
  if (node == nullptr) return std::nullopt;
  if (const auto* value = node->as_boolean()) return value->get();
  state_->expected(key, *node, "true or false");
  return std::nullopt;
}

std::optional<Nanoseconds> TomlTable::duration(std::string_view key) const {
  const toml::node* node = state_->find(key);
  if (node == nullptr) return std::nullopt;
  const auto* text = node->as_string();
  if (text == nullptr) {
    state_->expected(key, *node, R"(a duration with its unit in quotes, such as "250ms" or "2s")");
    return std::nullopt;
  }
  return read_text(*state_, key, *node, text->get(), parse_duration);
}

std::optional<Bytes> TomlTable::bytes(std::string_view key) const {
  const toml::node* node = state_->find(key);
  if (node == nullptr) return std::nullopt;
  const auto* text = node->as_string();
  const auto whole = toml_whole_number(*node);
  if (whole && *whole >= 0) return Bytes{static_cast<std::uint64_t>(*whole)};
  if (text == nullptr) {
    state_->expected(key, *node, R"(a size such as 52 or "64KiB")");
    return std::nullopt;
  }
  return read_text(*state_, key, *node, text->get(), parse_bytes);
}

std::optional<std::uint64_t> TomlTable::count(std::string_view key) const {
  const toml::node* node = state_->find(key);
  if (node == nullptr) return std::nullopt;
  const auto* text = node->as_string();
  const auto whole = toml_whole_number(*node);
  if (whole && *whole >= 0) return static_cast<std::uint64_t>(*whole);
  if (text == nullptr) {
    state_->expected(key, *node, R"(a count such as 10000, "200k" or 1e6)");
    return std::nullopt;
  }
  return read_text(*state_, key, *node, text->get(), parse_count);
}

std::optional<double> TomlTable::share(std::string_view key) const {
  const toml::node* node = state_->find(key);
  if (node == nullptr) return std::nullopt;
  if (const auto* text = node->as_string()) {
    return read_text(*state_, key, *node, text->get(), parse_share);
  }
  const auto value = any_number(*node);
  if (value && *value >= 0 && *value <= 1) return value;
  state_->expected(key, *node, R"(a share such as "3%" or 0.03)");
  return std::nullopt;
}

std::optional<std::string> TomlTable::one_of(std::string_view key,
                                             const std::vector<std::string>& words) const {
  auto word = string(key);
  if (!word) return std::nullopt;
  if (std::find(words.begin(), words.end(), *word) != words.end()) return word;
  state_->refused(key, *state_->table->get(key),
                  fmt::format("'{}' is none of {}{}", *word, fmt::join(words, ", "),
                              did_you_mean(*word, words)));
  return std::nullopt;
}

void TomlTable::complain(std::string_view key, std::string message) const {
  state_->complain_at(key, line(key), std::move(message));
}

void TomlTable::complain_at_line(std::string_view key, int line, std::string message) const {
  state_->complain_at(key, line, std::move(message));
}

bool TomlTable::require(std::string_view key) const {
  if (has(key)) return true;
  if (!state_->broken) {
    state_->complain_at(key, line(key),
                        fmt::format("{}{}: this key is missing", state_->prefix, key));
  }
  return false;
}

void TomlTable::finish() const {
  const std::vector<std::string> known(state_->asked.begin(), state_->asked.end());
  for (const std::string& key : keys()) {
    if (state_->asked.contains(key)) continue;
    std::string hint = did_you_mean(key, known);
    if (hint.empty()) hint = fmt::format("; known here: {}", fmt::join(known, ", "));
    state_->complain_at(key, line(key),
                        fmt::format("unknown key '{}{}'{}", state_->prefix, key, hint));
  }
}

}  // namespace joust
