#include <charconv>
#include <fmt/format.h>

#include "base/posix.hpp"
#include "base/toml_state.hpp"

namespace joust {
namespace {

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
