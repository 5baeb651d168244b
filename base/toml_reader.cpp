#include "base/toml_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <toml++/toml.h>
#include <tuple>

#include "base/nearest_word.hpp"
#include "base/posix.hpp"

namespace joust {

void Diagnostics::add(std::string file, int line, std::string message) {
  all_.push_back({std::move(file), line, std::move(message)});
}

void Diagnostics::throw_if_any() const {
  if (all_.empty()) return;
  std::vector<Diagnostic> sorted = all_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.file, a.line) < std::tie(b.file, b.line);
  });
  std::string text;
  for (const Diagnostic& one : sorted) {
    if (!text.empty()) text += '\n';
    text += one.line > 0 ? fmt::format("{}:{}: {}", one.file, one.line, one.message)
                         : fmt::format("{}: {}", one.file, one.message);
  }
  throw Error(ErrorKind::user_input, text);
}

struct TomlTable::State {
  std::shared_ptr<toml::table> owner;  // keeps the whole document alive
  const toml::table* table = nullptr;
  std::string file;
  Diagnostics* diagnostics = nullptr;
  std::string prefix;           // "variants.fast.": where the table is, for messages
  bool lines_known = true;      // not so for values from a command line
  bool broken = false;          // the file could not be read as TOML: missing keys say nothing
  std::set<std::string> asked;  // grows while the table is read
  std::map<std::string, std::string, std::less<>> replaced;  // key -> the source it came from

  const toml::node* find(std::string_view key) {
    asked.emplace(key);
    return table->get(key);
  }

  int line_of(const toml::node* node) const {
    if (!lines_known || node == nullptr || node == owner.get()) return 0;
    return static_cast<int>(node->source().begin.line);
  }

  void complain_at(std::string_view key, int line, std::string message) const {
    const auto replacement = replaced.find(key);
    if (replacement != replaced.end()) {
      diagnostics->add(replacement->second, 0, std::move(message));
    } else {
      diagnostics->add(file, line, std::move(message));
    }
  }

  /// Files "KEY: expected WHAT, found VALUE" for a value of the wrong kind or range.
  void expected(std::string_view key, const toml::node& node, std::string_view what) const;
  void refused(std::string_view key, const toml::node& node, std::string_view why) const {
    complain_at(key, line_of(&node), fmt::format("{}{}: {}", prefix, key, why));
  }

  std::shared_ptr<State> child(std::string_view key, const toml::table& inner,
                               std::string inner_prefix) const {
    auto state = std::make_shared<State>();
    state->owner = owner;
    state->table = &inner;
    const auto replacement = replaced.find(key);
    state->file = replacement == replaced.end() ? file : replacement->second;
    state->lines_known = lines_known && replacement == replaced.end();
    state->diagnostics = diagnostics;
    state->prefix = std::move(inner_prefix);
    return state;
  }
};

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

/// Whole numbers may be written as such or as 1e3.
std::optional<std::int64_t> whole_number(const toml::node& node) {
  if (const auto* integer = node.as_integer()) return integer->get();
  const auto* real = node.as_floating_point();
  constexpr double largest = 9.0e15;  // whole numbers are exact in a double up to 2^53
  if (real == nullptr || !(std::fabs(real->get()) <= largest)) return std::nullopt;
  if (std::trunc(real->get()) != real->get()) return std::nullopt;
  return static_cast<std::int64_t>(real->get());
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string_view line_of_text(std::string_view text, std::uint32_t line) {
  for (std::uint32_t current = 1; current < line; ++current) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return trimmed(text.substr(0, text.find('\n')));
}

/// A value with a unit outside quotes is the usual slip: `measure = 10 s`.
std::string hint_for(std::string_view line) {
  const auto equals = line.find('=');
  if (equals == std::string_view::npos) return {};
  const std::string_view key = trimmed(line.substr(0, equals));
  const std::string_view value = trimmed(line.substr(equals + 1));
  if (value.empty() || value.find_first_of("\"'[{#") != std::string_view::npos) return {};
  return fmt::format("; text and numbers with a unit stand in quotes: {} = \"{}\"", key, value);
}

/// "10,100" -> "[10,100]", "250ms" -> "\"250ms\""; what is TOML already stays as it is.
std::string as_toml_value(std::string_view text) {
  text = trimmed(text);
  if (!text.empty() && std::string_view("[{\"'").find(text.front()) != std::string_view::npos) {
    return std::string(text);
  }
  std::vector<std::string> parts;
  for (std::string_view rest = text;;) {
    const auto comma = rest.find(',');
    const std::string_view part = trimmed(rest.substr(0, comma));
    double number = 0;
    const auto [end, problem] = std::from_chars(part.data(), part.data() + part.size(), number);
    const bool is_number =
        !part.empty() && problem == std::errc{} && end == part.data() + part.size();
    if (is_number || part == "true" || part == "false") {
      parts.emplace_back(part);
    } else {
      std::string quoted = "\"";
      for (const char c : part) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
      }
      parts.push_back(quoted + '"');
    }
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  if (parts.size() == 1) return parts.front();
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

}  // namespace

void TomlTable::State::expected(std::string_view key, const toml::node& node,
                                std::string_view what) const {
  refused(key, node, fmt::format("expected {}, found {}", what, shown(node)));
}

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
  for (const auto& [key, node] : *state_->table) {
    places.push_back({std::string(key.str()), key.source().begin});
  }
  // toml++ sorts by name; people think in the order they wrote.
  std::stable_sort(places.begin(), places.end(),
                   [](const Place& a, const Place& b) { return a.at < b.at; });
  std::vector<std::string> keys;
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
  const auto value = whole_number(*node);
  if (value && *value >= low && *value <= high) return value;
  state_->expected(key, *node, fmt::format("a whole number from {} to {}", low, high));
  return std::nullopt;
}

std::optional<double> TomlTable::number(std::string_view key, double low, double high) const {
  const toml::node* node = state_->find(key);
  if (node == nullptr) return std::nullopt;
  std::optional<double> value;
  if (const auto* integer = node->as_integer()) value = static_cast<double>(integer->get());
  if (const auto* real = node->as_floating_point()) value = real->get();
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
    state_->expected(key, *node, "a duration with its unit in quotes, such as \"250ms\" or \"2s\"");
    return std::nullopt;
  }
  try {
    return parse_duration(text->get());
  } catch (const Error& error) {
    state_->refused(key, *node, error.what());
    return std::nullopt;
  }
}

std::optional<Bytes> TomlTable::bytes(std::string_view key) const {
  const toml::node* node = state_->find(key);
  if (node == nullptr) return std::nullopt;
  const auto* text = node->as_string();
  const auto whole = whole_number(*node);
  if (whole && *whole >= 0) return Bytes{static_cast<std::uint64_t>(*whole)};
  if (text == nullptr) {
    state_->expected(key, *node, "a size such as 52 or \"64KiB\"");
    return std::nullopt;
  }
  try {
    return parse_bytes(text->get());
  } catch (const Error& error) {
    state_->refused(key, *node, error.what());
    return std::nullopt;
  }
}

std::optional<std::uint64_t> TomlTable::count(std::string_view key) const {
  const toml::node* node = state_->find(key);
  if (node == nullptr) return std::nullopt;
  const auto* text = node->as_string();
  const auto whole = whole_number(*node);
  if (whole && *whole >= 0) return static_cast<std::uint64_t>(*whole);
  if (text == nullptr) {
    state_->expected(key, *node, "a count such as 10000, \"200k\" or 1e6");
    return std::nullopt;
  }
  try {
    return parse_count(text->get());
  } catch (const Error& error) {
    state_->refused(key, *node, error.what());
    return std::nullopt;
  }
}

std::optional<double> TomlTable::share(std::string_view key) const {
  const toml::node* node = state_->find(key);
  if (node == nullptr) return std::nullopt;
  if (const auto* text = node->as_string()) {
    try {
      return parse_share(text->get());
    } catch (const Error& error) {
      state_->refused(key, *node, error.what());
      return std::nullopt;
    }
  }
  std::optional<double> value;
  if (const auto* integer = node->as_integer()) value = static_cast<double>(integer->get());
  if (const auto* real = node->as_floating_point()) value = real->get();
  if (value && *value >= 0 && *value <= 1) return value;
  state_->expected(key, *node, "a share such as \"3%\" or 0.03");
  return std::nullopt;
}

std::optional<std::string> TomlTable::one_of(std::string_view key,
                                             const std::vector<std::string>& words) const {
  const auto word = string(key);
  if (!word) return std::nullopt;
  if (std::find(words.begin(), words.end(), *word) != words.end()) return word;
  state_->refused(key, *state_->table->get(key),
                  fmt::format("'{}' is none of {}{}", *word, fmt::join(words, ", "),
                              did_you_mean(*word, words)));
  return std::nullopt;
}

std::optional<std::vector<std::string>> TomlTable::strings(std::string_view key) const {
  const toml::node* node = state_->find(key);
  if (node == nullptr) return std::nullopt;
  const auto elements = elements_of(*node);
  if (elements.empty()) {
    state_->refused(key, *node, "the list is empty");
    return std::nullopt;
  }
  std::vector<std::string> values;
  for (const toml::node* element : elements) {
    if (const auto* text = element->as_string()) {
      values.push_back(text->get());
    } else {
      state_->expected(key, *element, "text in quotes");
    }
  }
  if (values.size() != elements.size()) return std::nullopt;
  return values;
}

std::optional<std::vector<std::int64_t>> TomlTable::integers(std::string_view key, std::int64_t low,
                                                             std::int64_t high) const {
  const toml::node* node = state_->find(key);
  if (node == nullptr) return std::nullopt;
  const auto elements = elements_of(*node);
  if (elements.empty()) {
    state_->refused(key, *node, "the list is empty");
    return std::nullopt;
  }
  std::vector<std::int64_t> values;
  for (const toml::node* element : elements) {
    const auto value = whole_number(*element);
    if (!value || *value < low || *value > high) {
      state_->expected(key, *element, fmt::format("a whole number from {} to {}", low, high));
    } else if (std::find(values.begin(), values.end(), *value) != values.end()) {
      state_->refused(key, *element, fmt::format("{} is listed twice", *value));
    } else {
      values.push_back(*value);
    }
  }
  if (values.size() != elements.size()) return std::nullopt;
  return values;
}

std::optional<std::vector<bool>> TomlTable::booleans(std::string_view key) const {
  const toml::node* node = state_->find(key);
  if (node == nullptr) return std::nullopt;
  const auto elements = elements_of(*node);
  if (elements.empty()) {
    state_->refused(key, *node, "the list is empty");
    return std::nullopt;
  }
  std::vector<bool> values;
  for (const toml::node* element : elements) {
    const auto* value = element->as_boolean();
    if (value == nullptr) {
      state_->expected(key, *element, "true or false");
    } else if (std::find(values.begin(), values.end(), value->get()) != values.end()) {
      state_->refused(key, *element, fmt::format("{} is listed twice", value->get()));
    } else {
      values.push_back(value->get());
    }
  }
  if (values.size() != elements.size()) return std::nullopt;
  return values;
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

TomlDocument TomlDocument::parse(std::string_view text, std::string file_name,
                                 Diagnostics& diagnostics) {
  text = without_byte_order_mark(text);
  auto state = std::make_shared<TomlTable::State>();
  state->file = std::move(file_name);
  state->diagnostics = &diagnostics;
  try {
    state->owner = std::make_shared<toml::table>(toml::parse(text));
  } catch (const toml::parse_error& error) {
    const auto at = error.source().begin.line;
    const std::string_view line = line_of_text(text, at);
    diagnostics.add(state->file, static_cast<int>(at),
                    fmt::format("not TOML: {}; the line reads: {}{}", error.description(), line,
                                hint_for(line)));
    state->owner = std::make_shared<toml::table>();
    state->broken = true;
  }
  state->table = state->owner.get();
  return TomlDocument(TomlTable(std::move(state)));
}

TomlDocument TomlDocument::load(const std::filesystem::path& path, Diagnostics& diagnostics) {
  return parse(posix::read_file(path), path.string(), diagnostics);
}

bool TomlDocument::broken() const { return root_.state_->broken; }

void TomlDocument::replace(std::string_view key, std::string_view value, std::string source) {
  TomlTable::State& state = *root_.state_;
  try {
    toml::table parsed = toml::parse(fmt::format("value = {}", as_toml_value(value)));
    state.owner->insert_or_assign(key, std::move(*parsed.get("value")));
    state.replaced.insert_or_assign(std::string(key), std::move(source));
  } catch (const toml::parse_error& error) {
    state.diagnostics->add(std::move(source), 0,
                           fmt::format("not a TOML value: {}", error.description()));
  }
}

}  // namespace joust
