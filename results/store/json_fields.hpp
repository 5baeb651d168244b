// Typed fields of JSON objects, in and out; private to results/store. Readers name the source and
// the whole path of a wrong field; unknown fields are ignored, so that newer writers stay readable.
// Knows no value of results/model.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "results/store/json_text.hpp"

namespace joust::store {

using Json = nlohmann::ordered_json;

/// Compact or indented text with a line end only where indented; bytes that are no UTF-8 become
/// U+FFFD.
std::string json_dump(const Json& value, Layout layout);

/// A value as it may be quoted in a message: its JSON text, cut to a sensible length.
std::string json_excerpt(const Json& value);

/// Text that may be any bytes: as KEY where it is plain ASCII, else as KEY_hex.
void put_bytes(Json& object, std::string_view key, std::string_view bytes);

/// Absent values and such that JSON cannot say (NaN, infinities) are left out.
template <typename Value>
void put(Json& object, std::string_view key, const std::optional<Value>& value) {
  if (!value) return;
  if constexpr (std::is_floating_point_v<Value>) {
    if (!std::isfinite(*value)) return;
  }
  object[std::string(key)] = *value;
}
inline void put(Json& object, std::string_view key, double value) {
  put(object, key, std::optional<double>(value));
}

/// One JSON object being read. Refers to the document, which must outlive it.
class Fields {
 public:
  Fields(const Json& value, std::string source, std::string path = {});

  bool has(std::string_view key) const { return find(key) != nullptr; }
  /// `key` as a path from the document's root: "requests.ok".
  std::string path_of(std::string_view key) const;
  [[noreturn]] void complain(std::string_view key, std::string_view problem) const;

  /// Any of: bool, std::string, double, signed and unsigned integers.
  template <typename Value>
  Value required(std::string_view key) const {
    return convert<Value>(present(key), key);
  }
  template <typename Value>
  std::optional<Value> optional(std::string_view key) const {
    const Json* value = find(key);
    if (value == nullptr) return std::nullopt;
    return convert<Value>(*value, key);
  }
  template <typename Value>
  Value value_or(std::string_view key, Value fallback) const {
    return optional<Value>(key).value_or(std::move(fallback));
  }
  /// A missing list is empty.
  template <typename Value>
  std::vector<Value> list(std::string_view key) const {
    std::vector<Value> values;
    const Json* array = find_array(key);
    if (array == nullptr) return values;
    for (std::size_t i = 0; i < array->size(); ++i) {
      values.push_back(convert<Value>((*array)[i], element_key(key, i)));
    }
    return values;
  }

  Fields object(std::string_view key) const;
  std::optional<Fields> optional_object(std::string_view key) const;
  /// A missing list is empty.
  std::vector<Fields> objects(std::string_view key) const;
  std::vector<std::pair<std::string, const Json*>> members() const;

  /// What put_bytes wrote.
  std::string bytes_of(std::string_view key) const;

  /// One of the words that `from` (text -> optional value) knows.
  template <typename From>
  auto word(std::string_view key, From&& from) const {
    const auto text = required<std::string>(key);
    auto value = from(std::string_view(text));
    if (!value) complain(key, "unknown word \"" + text + "\"");
    return *value;
  }

  /// Refuses a document of another schema by name.
  void require_schema(std::string_view expected) const;

  template <typename Value>
  Value convert(const Json& value, std::string_view key) const {
    if constexpr (std::is_same_v<Value, Json>) {
      return value;
    } else if constexpr (std::is_same_v<Value, bool>) {
      if (value.is_boolean()) return value.get<bool>();
      unexpected(key, "true or false", value);
    } else if constexpr (std::is_same_v<Value, std::string>) {
      if (value.is_string()) return value.get<std::string>();
      unexpected(key, "a text", value);
    } else if constexpr (std::is_floating_point_v<Value>) {
      if (value.is_number()) return value.get<Value>();
      unexpected(key, "a number", value);
    } else {
      static_assert(std::is_integral_v<Value>);
      if (value.is_number_unsigned() && std::in_range<Value>(value.get<std::uint64_t>())) {
        return static_cast<Value>(value.get<std::uint64_t>());
      }
      if (value.is_number_integer() && !value.is_number_unsigned() &&
          std::in_range<Value>(value.get<std::int64_t>())) {
        return static_cast<Value>(value.get<std::int64_t>());
      }
      unexpected(key, expected_integer(std::is_signed_v<Value>, value, sizeof(Value)), value);
    }
  }

 private:
  const Json* find(std::string_view key) const;  // null counts as absent
  const Json* find_array(std::string_view key) const;
  const Json& present(std::string_view key) const;
  [[noreturn]] void unexpected(std::string_view key, std::string_view expected,
                               const Json& found) const;
  static std::string element_key(std::string_view key, std::size_t index);
  static std::string expected_integer(bool is_signed, const Json& found, std::size_t size);

  const Json* value_;
  std::string source_;
  std::string path_;
};

/// Text -> document whose root is an object of that schema. Error{user_input} otherwise.
template <typename Read>
auto read_document(std::string_view text, std::string_view source, std::string_view schema,
                   Read&& read) {
  Json document;
  try {
    document = Json::parse(text);
  } catch (const nlohmann::json::exception& error) {
    throw user_error("{}: is not JSON: {}", source, error.what());
  }
  const Fields fields(document, std::string(source));
  fields.require_schema(schema);
  return std::forward<Read>(read)(fields);
}

// The values that are parts of other documents.
Json json_of(const LoadPlan& plan);
LoadPlan load_plan_of(const Fields& fields);
Json json_of(const LoadResult& result);
LoadResult load_result_of(const Fields& fields);
Json json_of(const Usage& usage);
Usage usage_of(const Fields& fields);
Json json_of(const Watched& watched);
Watched watched_of(const Fields& fields);
Json json_of(const Histogram& histogram);
Histogram histogram_of(const Fields& fields);
Json json_of(const Latencies& latencies);
Latencies latencies_of(const Fields& fields);
Json json_of(const Design& design);
Design design_of(const Fields& fields);
Json json_of(const Environment& environment);
Environment environment_of(const Fields& fields);

inline constexpr std::string_view load_plan_schema = "joust.load-plan/1";
inline constexpr std::string_view load_schema = "joust.load/1";
inline constexpr std::string_view visit_schema = "joust.visit/1";
inline constexpr std::string_view run_schema = "joust.run/1";
inline constexpr std::string_view summary_schema = "joust.summary/1";

}  // namespace joust::store
