// The JSON Schemas of docs/schema as one document each, for validators that know no 2020-12: what
// other files and "$defs" say stands in the place of every "$ref".
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace joust::test {

/// "visit-1": docs/schema/visit-1.schema.json. Closed: no object may have members that its schema
/// does not name, so that what is written and not described is found.
nlohmann::json closed_schema(const std::string& name);

/// The document as it is kept: docs/schema/NAME.schema.json.
nlohmann::json schema_as_kept(const std::string& name);

/// What is wrong with the document, a line each; nothing where it is as the schema says.
std::vector<std::string> violations(const nlohmann::json& schema, const nlohmann::json& document);

}  // namespace joust::test
