// docs/result-format.md repeats what the schemas and the table of metrics say: here it is held to
// them.
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/posix.hpp"
#include "results/model/metric.hpp"
#include "tests/results/store/schema_document.hpp"
#include "tests/support/catch.hpp"

using Json = nlohmann::json;

namespace {

std::string documentation() {
  return joust::posix::read_file(std::string(JOUST_SOURCE_DIR) + "/docs/result-format.md");
}

/// The part of the same document that a member, or what it holds, refers to; "" without one.
std::string part_referred_to(const Json& member) {
  for (const Json& place : {member, member.value("items", Json::object()),
                            member.value("additionalProperties", Json::object())}) {
    if (!place.is_object() || !place.contains("$ref")) continue;
    const auto reference = place.at("$ref").get<std::string>();
    return reference.front() == '#' ? reference.substr(reference.rfind('/') + 1) : "";
  }
  return "";
}

std::string row_of(const std::string& path, bool is_required, const Json& member) {
  std::string text = member.value("description", "");
  if (member.contains("enum")) {
    text +=
        fmt::format(" ({})", fmt::join(member.at("enum").get<std::vector<std::string>>(), ", "));
  }
  const auto part = part_referred_to(member);
  if (!part.empty() && part != "metric") {
    text += fmt::format("{}(see `<{}>`)", text.empty() ? "" : " ", part);
  }
  return fmt::format("\n| `{}` |{}| {} |\n", path, is_required ? " " : " yes ", text);
}

void add_rows(const Json& schema, const std::string& prefix, std::vector<std::string>& rows) {
  if (!schema.is_object() || !schema.contains("properties")) return;
  const auto required = schema.value("required", std::vector<std::string>{});
  for (const auto& [name, member] : schema.at("properties").items()) {
    if (name.ends_with("_hex")) continue;  // told once for all
    const bool is_required = std::find(required.begin(), required.end(), name) != required.end();
    rows.push_back(row_of(prefix + name, is_required, member));
    add_rows(member, prefix + name + ".", rows);
    if (member.contains("items")) add_rows(member.at("items"), prefix + name + "[].", rows);
  }
}

}  // namespace

TEST_CASE("The description of result files has every field as its schema has it") {
  const auto text = documentation();
  for (const std::string name : {"load-plan-1", "load-1", "visit-1", "run-1", "summary-1"}) {
    const auto schema = joust::test::schema_as_kept(name);
    std::vector<std::string> rows;
    add_rows(schema, "", rows);
    const auto parts = schema.value("$defs", Json::object());
    for (const auto& [part, definition] : parts.items()) {
      add_rows(definition, fmt::format("<{}>.", part), rows);
    }
    CHECK(rows.size() > 10);
    for (const auto& row : rows) {
      INFO(name << ": " << row);
      CHECK(text.find(row) != std::string::npos);
    }
  }
}

TEST_CASE("The description of result files has every metric as the code has it") {
  const auto text = documentation();
  for (const auto& metric : joust::metrics()) {
    const char* made_of = metric.pooling == joust::Pooling::blocks   ? "blocks"
                          : metric.pooling == joust::Pooling::merged ? "merged"
                                                                     : "maximum";
    const auto row =
        fmt::format("| `{}` | {} | {} | {} |", metric.id, metric.unit,
                    metric.better == joust::Better::higher ? "higher" : "lower", made_of);
    INFO(row);
    CHECK(text.find(row) != std::string::npos);
  }
}
