#include "client/formats/format.hpp"

#include "client/formats/json.hpp"
#include "client/formats/summary.hpp"

namespace joust::client {

const std::vector<std::string>& format_names() {
  static const std::vector<std::string> names = {"summary", "json"};
  return names;
}

std::optional<Format> format_from(std::string_view name) {
  if (name == "summary") return Format::summary;
  if (name == "json") return Format::json;
  return std::nullopt;
}

std::string formatted(const LoadResult& result, Format format) {
  switch (format) {
    case Format::summary:
      return summary_of(result);
    case Format::json:
      return json_of(result);
  }
  return {};
}

}  // namespace joust::client
