#include "tests/results/store/schema_document.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <stdexcept>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "base/posix.hpp"

namespace joust::test {

using Json = nlohmann::json;

namespace {

Json file_called(const std::string& name) {
  return Json::parse(posix::read_file(std::string(JOUST_SOURCE_DIR) + "/docs/schema/" + name));
}

/// What valijson would pass over in silence must not be in a schema it is trusted with.
void refuse_unknown(const std::string& keyword) {
  static const std::vector<std::string> known = {"$defs",    "$schema",    "additionalProperties",
                                                 "anyOf",    "const",      "description",
                                                 "enum",     "items",      "exclusiveMaximum",
                                                 "maxItems", "maximum",    "exclusiveMinimum",
                                                 "pattern",  "minItems",   "minimum",
                                                 "required", "properties", "propertyNames",
                                                 "type",     "title"};
  if (std::find(known.begin(), known.end(), keyword) == known.end()) {
    throw std::runtime_error("docs/schema: keyword " + keyword + " is not checked by the tests");
  }
}

/// `root` is the document that "#/..." refers to.
Json resolved(const Json& schema, const Json& root) {
  if (!schema.is_object()) return schema;
  if (schema.contains("$ref")) {
    const auto reference = schema.at("$ref").get<std::string>();
    if (reference.front() == '#') {
      return resolved(root.at(Json::json_pointer(reference.substr(1))), root);
    }
    const Json other = file_called(reference);
    return resolved(other, other);
  }
  Json result = Json::object();
  for (const auto& [keyword, value] : schema.items()) {
    refuse_unknown(keyword);
    if (keyword == "$defs" || keyword == "$schema") continue;
    result[keyword] = value;
    if (keyword == "properties") {
      for (const auto& [name, property] : value.items()) {
        result[keyword][name] = resolved(property, root);
      }
    } else if (keyword == "items" || keyword == "additionalProperties" ||
               keyword == "propertyNames") {
      result[keyword] = resolved(value, root);
    }
  }
  if (result.contains("properties") && !result.contains("additionalProperties")) {
    result["additionalProperties"] = false;
  }
  return result;
}

}  // namespace

Json schema_as_kept(const std::string& name) { return file_called(name + ".schema.json"); }

Json closed_schema(const std::string& name) {
  const Json document = schema_as_kept(name);
  return resolved(document, document);
}

std::vector<std::string> violations(const Json& schema_document, const Json& document) {
  using Adapter = valijson::adapters::NlohmannJsonAdapter;
  valijson::Schema schema;
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(Adapter(schema_document), schema);
  valijson::Validator validator(valijson::Validator::kStrongTypes);
  valijson::ValidationResults results;
  std::vector<std::string> lines;
  if (validator.validate(schema, Adapter(document), &results)) return lines;
  valijson::ValidationResults::Error error;
  while (results.popError(error)) {
    lines.push_back(fmt::format("{}: {}", fmt::join(error.context, ""), error.description));
  }
  if (lines.empty()) lines.emplace_back("not as the schema says");
  return lines;
}

}  // namespace joust::test
