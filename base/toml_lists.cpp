#include <algorithm>
#include <fmt/format.h>

#include "base/toml_state.hpp"

namespace joust {
namespace {

/// A list's elements; a lone value is a list of one.
std::vector<const toml::node*> elements_of(const toml::node& node) {
  std::vector<const toml::node*> elements;
  if (const toml::array* array = node.as_array()) {
    for (const toml::node& element : *array) elements.push_back(&element);
  } else {
    elements.push_back(&node);
  }
  return elements;
}

/// Reads every element of a list; nothing when the list is empty or an element is wrong. `read`
/// complains about its element itself.
template <typename Value, typename State, typename Read>
std::optional<std::vector<Value>> read_list(State& state, std::string_view key, Read read) {
  const toml::node* node = state.find(key);
  if (node == nullptr) return std::nullopt;
  const auto elements = elements_of(*node);
  if (elements.empty()) state.refused(key, *node, "the list is empty");
  std::vector<Value> values;
  for (const toml::node* element : elements) {
    if (std::optional<Value> value = read(*element)) values.push_back(std::move(*value));
  }
  if (values.empty() || values.size() != elements.size()) return std::nullopt;
  return values;
}

/// Complains about every element that stands earlier in the list too.
template <typename Value, typename State>
std::optional<std::vector<Value>> without_twins(State& state, std::string_view key,
                                                std::optional<std::vector<Value>> values) {
  if (!values) return values;
  const auto elements = elements_of(*state.find(key));
  bool twins = false;
  for (std::size_t i = 0; i < values->size(); ++i) {
    const auto here = values->begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find(values->begin(), here, (*values)[i]) == here) continue;
    state.refused(key, *elements[i], fmt::format("{} is listed twice", (*values)[i]));
    twins = true;
  }
  if (twins) return std::nullopt;
  return values;
}

}  // namespace

std::optional<std::vector<std::string>> TomlTable::strings(std::string_view key) const {
  return read_list<std::string>(*state_, key, [&](const toml::node& element) {
    const auto* text = element.as_string();
    if (text == nullptr) state_->expected(key, element, "text in quotes");
    return text == nullptr ? std::nullopt : std::optional(text->get());
  });
}

std::optional<std::vector<std::int64_t>> TomlTable::integers(std::string_view key, std::int64_t low,
                                                             std::int64_t high) const {
  auto values = read_list<std::int64_t>(*state_, key, [&](const toml::node& element) {
    auto value = toml_whole_number(element);
    if (!value || *value < low || *value > high) {
      state_->expected(key, element, fmt::format("a whole number from {} to {}", low, high));
      value.reset();
    }
    return value;
  });
  return without_twins(*state_, key, std::move(values));
}

std::optional<std::vector<bool>> TomlTable::booleans(std::string_view key) const {
  auto values = read_list<bool>(*state_, key, [&](const toml::node& element) {
    const auto* value = element.as_boolean();
    if (value == nullptr) state_->expected(key, element, "true or false");
    return value == nullptr ? std::nullopt : std::optional(value->get());
  });
  return without_twins(*state_, key, std::move(values));
}

std::optional<TomlTable> TomlTable::table(std::string_view key) const {
  const toml::node* node = state_->find(key);
  if (node == nullptr) return std::nullopt;
  if (const toml::table* inner = node->as_table()) {
    return TomlTable(state_->child(key, *inner, fmt::format("{}{}.", state_->prefix, key)));
  }
  state_->expected(key, *node, "a table");
  return std::nullopt;
}

std::vector<TomlTable> TomlTable::tables(std::string_view key) const {
  std::vector<TomlTable> tables;
  const toml::node* node = state_->find(key);
  if (node == nullptr) return tables;
  const auto elements = elements_of(*node);
  if (elements.empty()) state_->refused(key, *node, "the list is empty");
  for (const toml::node* element : elements) {
    if (const toml::table* inner = element->as_table()) {
      tables.push_back(
          TomlTable(state_->child(key, *inner, fmt::format("{}{}: ", state_->prefix, key))));
    } else {
      state_->expected(key, *element, "a table such as {key = value}");
    }
  }
  return tables;
}

std::vector<TomlTable::StringOrTable> TomlTable::strings_or_tables(std::string_view key) const {
  std::vector<StringOrTable> found;
  const toml::node* node = state_->find(key);
  if (node == nullptr) return found;
  const auto elements = elements_of(*node);
  if (elements.empty()) state_->refused(key, *node, "the list is empty");
  for (const toml::node* element : elements) {
    const int line = state_->replaced.contains(key) ? 0 : state_->line_of(element);
    if (const toml::table* inner = element->as_table()) {
      auto state = state_->child(key, *inner, fmt::format("{}{}: ", state_->prefix, key));
      found.push_back({std::nullopt, TomlTable(std::move(state)), line});
    } else if (const auto* text = element->as_string()) {
      found.push_back({text->get(), std::nullopt, line});
    } else {
      state_->expected(key, *element, "text in quotes or a table such as {name = \"...\"}");
    }
  }
  return found;
}

}  // namespace joust
