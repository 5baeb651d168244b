#include "results/store/json_fields.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace joust::store {

namespace {

bool is_plain_ascii(std::string_view bytes) {
  return std::all_of(bytes.begin(), bytes.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string hex_key(std::string_view key) { return std::string(key) + "_hex"; }

}  // namespace

std::string json_dump(const Json& value, Layout layout) {
  constexpr auto replace = Json::error_handler_t::replace;
  if (layout == Layout::line) return value.dump(-1, ' ', false, replace);
  return value.dump(2, ' ', false, replace) + "\n";
}

std::string json_excerpt(const Json& value) {
  constexpr std::size_t limit = 60;
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list";
  const std::string text = json_dump(value, Layout::line);
  return text.size() <= limit ? text : text.substr(0, limit) + "...";
}

void put_bytes(Json& object, std::string_view key, std::string_view bytes) {
  if (is_plain_ascii(bytes)) {
    object[std::string(key)] = bytes;
    return;
  }
  std::string hex;
  hex.reserve(2 * bytes.size());
  for (const char c : bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    hex += digits[byte >> 4];
    hex += digits[byte & 15];
  }
  object[hex_key(key)] = hex;
}

Fields::Fields(const Json& value, std::string source, std::string path)
    : value_(&value), source_(std::move(source)), path_(std::move(path)) {
  if (!value.is_object()) {
    throw user_error("{}: {}expected an object, found {}", source_,
                     path_.empty() ? "" : path_ + ": ", json_excerpt(value));
  }
}

std::string Fields::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

void Fields::complain(std::string_view key, std::string_view problem) const {
  throw user_error("{}: {}: {}", source_, path_of(key), problem);
}

const Json* Fields::find(std::string_view key) const {
  const auto found = value_->find(std::string(key));
  if (found == value_->end() || found->is_null()) return nullptr;
  return &*found;
}

const Json* Fields::find_array(std::string_view key) const {
  const Json* value = find(key);
  if (value != nullptr && !value->is_array()) unexpected(key, "a list", *value);
  return value;
}

const Json& Fields::present(std::string_view key) const {
  const Json* value = find(key);
  if (value == nullptr) complain(key, "is missing");
  return *value;
}

void Fields::unexpected(std::string_view key, std::string_view expected, const Json& found) const {
  complain(key, fmt::format("expected {}, found {}", expected, json_excerpt(found)));
}

std::string Fields::element_key(std::string_view key, std::size_t index) {
  return fmt::format("{}[{}]", key, index);
}

std::string Fields::expected_integer(bool is_signed, const Json& found, std::size_t size) {
  if (!found.is_number_integer()) return "a whole number";
  const bool is_negative = !found.is_number_unsigned() && found.get<std::int64_t>() < 0;
  if (is_negative && !is_signed) return "a whole number of 0 or more";
  const std::size_t bits = size * 8;
  if (is_signed) return fmt::format("a whole number of {} bits", bits);
  return fmt::format("a whole number up to {}", bits == 32
                                                    ? std::numeric_limits<std::uint32_t>::max()
                                                    : std::numeric_limits<std::uint64_t>::max());
}

Fields Fields::object(std::string_view key) const { return {present(key), source_, path_of(key)}; }

std::optional<Fields> Fields::optional_object(std::string_view key) const {
  const Json* value = find(key);
  if (value == nullptr) return std::nullopt;
  return Fields(*value, source_, path_of(key));
}

std::vector<Fields> Fields::objects(std::string_view key) const {
  std::vector<Fields> elements;
  const Json* array = find_array(key);
  if (array == nullptr) return elements;
  for (std::size_t i = 0; i < array->size(); ++i) {
    elements.emplace_back((*array)[i], source_, path_of(element_key(key, i)));
  }
  return elements;
}

std::vector<std::pair<std::string, const Json*>> Fields::members() const {
  std::vector<std::pair<std::string, const Json*>> all;
  for (const auto& member : value_->items()) all.emplace_back(member.key(), &member.value());
  return all;
}

std::string Fields::bytes_of(std::string_view key) const {
  const auto hex = optional<std::string>(hex_key(key));
  if (!hex) return value_or<std::string>(key, "");
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex->size(); i += 2) {
    const int high = hex_digit((*hex)[i]);
    const int low = hex_digit((*hex)[i + 1]);
    if (high < 0 || low < 0) break;
    bytes += static_cast<char>(high * 16 + low);
  }
  if (bytes.size() * 2 != hex->size()) complain(hex_key(key), "expected pairs of hex digits");
  return bytes;
}

void Fields::require_schema(std::string_view expected) const {
  const auto found = required<std::string>("schema");
  if (found == expected) return;
  const auto name_of_schema = [](std::string_view schema) {
    return schema.substr(0, schema.find('/'));
  };
  if (name_of_schema(found) == name_of_schema(expected)) {
    throw user_error(
        "{}: schema: expected \"{}\", found \"{}\", another version of the format; read it with "
        "the joust that wrote it",
        source_, expected, found);
  }
  throw user_error("{}: schema: expected \"{}\", found \"{}\"", source_, expected, found);
}

}  // namespace joust::store
