#include <algorithm>
#include <functional>
#include <set>

#include "base/error.hpp"
#include "results/model/metric.hpp"
#include "results/store/json_text.hpp"
#include "tests/results/store/samples.hpp"
#include "tests/results/store/schema_document.hpp"
#include "tests/results/tables/sample_findings.hpp"
#include "tests/support/catch.hpp"

namespace store = joust::store;
using joust::test::closed_schema;
using joust::test::violations;
using Json = nlohmann::json;

namespace {

/// A plan as it may be written: the full sample has two ends of its window.
joust::LoadPlan plain_plan() {
  auto plan = joust::test::full_plan();
  plan.requests.reset();
  return plan;
}

Json summary() {
  auto report = joust::test::server_report();
  auto& figure = report.findings.figures.at(0);
  figure.metrics["rate_rps"].warnings = {"a block's value is 0"};
  report.findings.comparisons.at(0).blocks_needed = 12;
  report.findings.notices = {"line 3 is cut short and was left out"};
  return Json::parse(store::to_json(report.run, report.findings));
}

/// valijson reads numbers of 2^63 and more as negative ones.
joust::Run run_with_a_smaller_seed() {
  auto run = joust::test::full_run();
  run.design.seed >>= 1;
  return run;
}

struct Document {
  std::string schema;
  Json sample;
  std::function<void(const std::string&)> read;  // throws where it refuses; empty: nobody reads it
};

std::vector<Document> documents() {
  return {
      {"load-plan-1", Json::parse(store::to_json(joust::test::full_plan())),
       [](const std::string& text) { store::load_plan_from_json(text, "t"); }},
      {"load-1", Json::parse(store::to_json(joust::test::full_result())),
       [](const std::string& text) { store::load_result_from_json(text, "t"); }},
      {"visit-1", Json::parse(store::to_json(joust::test::full_visit())),
       [](const std::string& text) { store::visit_from_json(text, "t"); }},
      {"run-1", Json::parse(store::to_json(run_with_a_smaller_seed())),
       [](const std::string& text) { store::run_from_json(text, "t"); }},
      {"summary-1", summary(), {}},
  };
}

std::string all_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  return text;
}

/// Every member of every object of a document, as a pointer.
void collect_members(const Json& value, const std::string& at, std::vector<std::string>& found) {
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      collect_members(value[i], at + "/" + std::to_string(i), found);
    }
  }
  if (!value.is_object()) return;
  for (const auto& [key, member] : value.items()) {
    found.push_back(at + "/" + key);
    collect_members(member, at + "/" + key, found);
  }
}

std::vector<std::string> members_of(const Json& value) {
  std::vector<std::string> found;
  collect_members(value, "", found);
  return found;
}

Json without(Json document, const std::string& pointer) {
  const Json::json_pointer path(pointer);
  document[path.parent_pointer()].erase(path.back());
  return document;
}

bool accepts(const Document& document, const Json& changed) {
  try {
    document.read(changed.dump());
    return true;
  } catch (const joust::Error&) {
    return false;
  }
}

/// A distribution's parts must agree with each other, which no schema can say.
bool is_bound_to_others(const std::string& pointer) {
  const bool in_distribution = pointer.find("/latency_ns/") != std::string::npos ||
                               pointer.find("/schedule/") != std::string::npos;
  if (!in_distribution) return false;
  const auto key = pointer.substr(pointer.rfind('/') + 1);
  return key == "min" || key == "max" || key == "buckets" || key == "overflow" || key == "count";
}

/// Names of all members that a schema without references describes.
std::set<std::string> names_in(const Json& schema) {
  std::set<std::string> names;
  if (!schema.is_object()) return names;
  for (const auto& [keyword, value] : schema.items()) {
    if (keyword == "properties") {
      for (const auto& [name, property] : value.items()) {
        names.insert(name);
        names.merge(names_in(property));
      }
    } else if (keyword == "items" || keyword == "additionalProperties") {
      names.merge(names_in(value));
    }
  }
  return names;
}

}  // namespace

TEST_CASE("What is written is as the schemas say, to the last member") {
  for (const auto& document : documents()) {
    INFO(document.schema);
    CHECK(all_of(violations(closed_schema(document.schema), document.sample)) == "");
  }
  const auto of = [](const std::string& schema, const std::string& text) {
    return all_of(violations(closed_schema(schema), Json::parse(text)));
  };
  CHECK(of("load-plan-1", store::to_json(plain_plan())) == "");
  joust::Visit bare;
  bare.run_id = "r";
  CHECK(of("visit-1", store::to_json(bare)) == "");
  CHECK(of("run-1", store::to_json(joust::Run{})) == "");
  CHECK(of("summary-1", store::to_json(joust::Run{}, joust::Findings{})) == "");
}

TEST_CASE("The schemas name no member that is never written") {
  for (const auto& document : documents()) {
    std::set<std::string> written;
    for (const auto& pointer : members_of(document.sample)) {
      written.insert(pointer.substr(pointer.rfind('/') + 1));
    }
    for (const auto& name : names_in(closed_schema(document.schema))) {
      INFO(document.schema << ": " << name);
      const bool is_other_spelling = name.ends_with("_hex") || written.count(name + "_hex") > 0;
      CHECK((is_other_spelling || written.count(name) > 0));
    }
  }
}

TEST_CASE("Readers and schemas agree on what may be left out") {
  for (const auto& document : documents()) {
    if (!document.read) continue;
    const auto schema = closed_schema(document.schema);
    for (const auto& pointer : members_of(document.sample)) {
      // A plan inside a result is read whatever it calls itself.
      if (is_bound_to_others(pointer) || pointer.ends_with("/plan/schema")) continue;
      const Json changed = without(document.sample, pointer);
      INFO(document.schema << ": without " << pointer);
      CHECK(accepts(document, changed) == violations(schema, changed).empty());
    }
  }
}

TEST_CASE("No member may have another type") {
  for (const auto& document : documents()) {
    const auto schema = closed_schema(document.schema);
    for (const auto& pointer : members_of(document.sample)) {
      Json changed = document.sample;
      Json& member = changed[Json::json_pointer(pointer)];
      member = member.is_number() ? Json("text") : Json(1.5);
      INFO(document.schema << ": " << pointer);
      CHECK_FALSE(violations(schema, changed).empty());
    }
  }
}

TEST_CASE("Another schema's name, unknown words and numbers out of range are refused") {
  for (const auto& document : documents()) {
    Json changed = document.sample;
    changed["schema"] = "joust.visit/2";
    CHECK_FALSE(violations(closed_schema(document.schema), changed).empty());
  }
  const auto refused = [](const Document& document, const std::string& pointer, const Json& value) {
    Json changed = document.sample;
    changed.at(Json::json_pointer(pointer)) = value;
    INFO(document.schema << ": " << pointer << " = " << value.dump());
    CHECK_FALSE(violations(closed_schema(document.schema), changed).empty());
    if (document.read) CHECK_FALSE(accepts(document, changed));
  };
  const auto all = documents();
  refused(all[0], "/check", "some");
  refused(all[0], "/warmup_ns", -1);
  refused(all[0], "/connections", 4294967296);
  refused(all[1], "/validity/state", "fine");
  refused(all[1], "/requests/failed_by_class/read", 1.5);
  refused(all[2], "/state", "slow");
  refused(all[2], "/log_tail_hex", "0g");
  refused(all[3], "/design/judgement/margin", 1);
  refused(all[3], "/design/contenders/0/role", "guest");
  refused(all[4], "/comparisons/0/verdict", "better");
}

TEST_CASE("The summary's schema knows every metric") {
  const auto document = summary();
  for (const auto& metric : joust::metrics()) {
    Json changed = document;
    changed["figures"][0]["metrics"] = {
        {std::string(metric.id),
         {{"point", 1}, {"n", 1}, {"unit", std::string(metric.unit)}, {"better", "higher"}}}};
    INFO(metric.id);
    CHECK(all_of(violations(closed_schema("summary-1"), changed)) == "");
  }
}
