#include "base/toml_state.hpp"

#include <cmath>
#include <fmt/format.h>
#include <locale>
#include <sstream>

namespace joust {
namespace {

/// The value as it would stand in a file, cut to a length that fits into a message.
std::string shown(const toml::node& node) {
  if (node.is_table()) return "a table";
  if (node.is_array()) {
    return node.as_array()->empty() ? "an empty list" : "a list";
  }
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << toml::toml_formatter(node, toml::format_flags::none);
  std::string value = text.str();
  constexpr std::size_t longest = 60;
  if (value.size() > longest) value = value.substr(0, longest) + "...";
  return value;
}

}  // namespace

const toml::node* TomlTable::State::find(std::string_view key) {
  asked.emplace(key);
  return table->get(key);
}

int TomlTable::State::line_of(const toml::node* node) const {
  if (!lines_known || node == nullptr || node == owner.get()) return 0;
  return static_cast<int>(node->source().begin.line);
}

void TomlTable::State::complain_at(std::string_view key, int line, std::string message) const {
  const auto replacement = replaced.find(key);
  if (replacement != replaced.end()) {
    diagnostics->add(replacement->second, 0, std::move(message));
  } else {
    diagnostics->add(file, line, std::move(message));
  }
}

void TomlTable::State::expected(std::string_view key, const toml::node& node,
                                std::string_view what) const {
  refused(key, node, fmt::format("expected {}, found {}", what, shown(node)));
}

void TomlTable::State::refused(std::string_view key, const toml::node& node,
                               std::string_view why) const {
  complain_at(key, line_of(&node), fmt::format("{}{}: {}", prefix, key, why));
}

std::shared_ptr<TomlTable::State> TomlTable::State::child(std::string_view key,
                                                          const toml::table& inner,
                                                          std::string inner_prefix) const {
  const auto replacement = replaced.find(key);
  auto state = std::make_shared<State>();
  state->owner = owner;
  state->table = &inner;
  state->file = replacement == replaced.end() ? file : replacement->second;
  state->lines_known = lines_known && replacement == replaced.end();
  state->diagnostics = diagnostics;
  state->prefix = std::move(inner_prefix);
  return state;
}

std::optional<std::int64_t> toml_whole_number(const toml::node& node) {
  if (const auto* integer = node.as_integer()) return integer->get();
  const auto* real = node.as_floating_point();
  constexpr double largest = 9.0e15;  // whole numbers are exact in a double up to 2^53
  if (real == nullptr || !(std::fabs(real->get()) <= largest)) return std::nullopt;
  if (std::trunc(real->get()) != real->get()) return std::nullopt;
  return static_cast<std::int64_t>(real->get());
}

}  // namespace joust
