#include "results/store/json_text.hpp"

#include <clocale>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "tests/results/store/samples.hpp"
#include "tests/support/catch.hpp"

namespace store = joust::store;
using Json = nlohmann::ordered_json;

namespace {

template <typename Read>
std::string refusal(Read&& read) {
  try {
    read();
  } catch (const joust::Error& error) {
    CHECK(error.kind() == joust::ErrorKind::user_input);
    return error.what();
  }
  return "accepted";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Reads a full result in which one value was replaced.
std::string refusal_with(const std::string& pointer, const Json& value) {
  auto json = Json::parse(store::to_json(joust::test::full_result()));
  json[Json::json_pointer(pointer)] = value;
  return refusal([&] { store::load_result_from_json(json.dump(), "result.json"); });
}

std::string refusal_without(const std::string& parent, const std::string& key) {
  auto json = Json::parse(store::to_json(joust::test::full_result()));
  json[Json::json_pointer(parent)].erase(key);
  return refusal([&] { store::load_result_from_json(json.dump(), "result.json"); });
}

}  // namespace

TEST_CASE("A plan reads back as it was written") {
  const auto plan = joust::test::full_plan();
  CHECK(store::load_plan_from_json(store::to_json(plan), "p") == plan);
  CHECK(store::load_plan_from_json(store::to_json(plan, store::Layout::indented), "p") == plan);
  joust::LoadPlan plain;
  plain.url = "http://localhost/";
  CHECK(store::load_plan_from_json(store::to_json(plain), "p") == plain);
}

TEST_CASE("A plan that says little keeps the defaults") {
  const auto plan = store::load_plan_from_json(
      R"({"schema":"joust.load-plan/1","url":"http://h/","duration_ns":1000,"new_field":[1]})",
      "p");
  joust::LoadPlan expected;
  expected.url = "http://h/";
  expected.duration = std::chrono::microseconds{1};
  CHECK(plan == expected);
}

TEST_CASE("Plans that cannot be meant are refused by field") {
  const auto read = [](const std::string& fields) {
    return refusal([&] {
      store::load_plan_from_json(
          R"({"schema":"joust.load-plan/1","url":"http://h/",)" + fields + "}", "plan.json");
    });
  };
  CHECK(read(R"("connections":-1)") ==
        "plan.json: connections: expected a whole number of 0 or more, found -1");
  CHECK(read(R"("connections":4294967296)") ==
        "plan.json: connections: expected a whole number up to 4294967295, found 4294967296");
  CHECK(read(R"("connections":1.5)") ==
        "plan.json: connections: expected a whole number, found 1.5");
  CHECK(contains(read(R"("timeout_ns":-5)"), "timeout_ns: expected 0 or more, found -5"));
  CHECK(contains(read(R"("check":"most")"), "check: unknown word \"most\""));
  CHECK(
      contains(read(R"("expect_status":[200,"ok"])"), "expect_status[1]: expected a whole number"));
  CHECK(contains(read(R"("cpus":3)"), "cpus: expected a list, found 3"));
  CHECK(contains(read(R"("body_hex":"0g")"), "body_hex: expected pairs of hex digits"));
  CHECK(
      contains(read(R"("headers":[{"name":"A","value":1}])"), "headers[0].value: expected a text"));
}

TEST_CASE("A result reads back as it was written, to the bucket") {
  const std::string text = store::to_json(joust::test::full_result());
  const auto result = store::load_result_from_json(text, "r");
  CHECK(store::to_json(result) == text);
  CHECK(result.plan == joust::test::full_plan());
  CHECK(result.latency.service->count() == 1001);
  CHECK(result.latency.service->anomalies() == 1);
  CHECK(result.latency.service->quantile(0.9) ==
        joust::test::full_result().latency.service->quantile(0.9));
  CHECK(result.latency.connect->overflow() == 1);
  CHECK(result.latency.response->empty());
  CHECK(result.bytes.received == 2'147'483'655ULL);
  CHECK(result.requests.failed_by_errno.at(104) == 5);
  CHECK(result.watched->busiest_thread_wait_share == 0.0125);
  CHECK(result.usage.threads.at(0).cpu_share == 0.96);
}

TEST_CASE("What was not measured is absent, in the text and after reading") {
  joust::LoadResult result;
  result.plan.url = "http://h/";
  const std::string text = store::to_json(result);
  for (const char* key : {"rate_rps", "watched", "achieved_mean", "window_cpu_ns", "service"}) {
    CHECK_FALSE(contains(text, key));
  }
  const auto copy = store::load_result_from_json(text, "r");
  CHECK_FALSE(copy.rate_rps);
  CHECK_FALSE(copy.watched);
  CHECK_FALSE(copy.connections.achieved_mean);
  CHECK_FALSE(copy.usage.window_cpu_ns);
  CHECK_FALSE(copy.latency.service);
  CHECK(store::to_json(copy) == text);
}

TEST_CASE("Fields are named as the schema says") {
  const auto json = Json::parse(store::to_json(joust::test::full_result()));
  CHECK(json["schema"] == "joust.load/1");
  CHECK(json["requests"]["failed_by_class"]["connect"] == 1);
  CHECK(json["status"]["200"] == 90);
  CHECK(json["validity"]["state"] == "degraded");
  CHECK(json["window"]["carried_in"] == 4);
  CHECK(json["target"]["http"] == "1.0");
  const auto& service = json["latency_ns"]["service"];
  CHECK(service["count"] == 1001);
  CHECK(service["min"] == 0);
  // 1001 values support p50, p75 and p90, not p95 and beyond.
  CHECK(service["percentiles"].size() == 3);
  CHECK(service["percentiles"].contains("90"));
}

TEST_CASE("NaN and infinities are never written") {
  auto result = joust::test::full_result();
  result.rate_rps = std::numeric_limits<double>::quiet_NaN();
  result.connections.achieved_mean = std::numeric_limits<double>::infinity();
  result.usage.threads[0].cpu_share = std::numeric_limits<double>::quiet_NaN();
  const std::string text = store::to_json(result);
  CHECK_FALSE(contains(text, "nan"));
  CHECK_FALSE(contains(text, "inf\""));
  CHECK_FALSE(contains(text, "null"));
  CHECK_FALSE(store::load_result_from_json(text, "r").rate_rps);
}

TEST_CASE("Wrong results are refused with the path of the field") {
  CHECK(refusal_with("/requests/ok", "x") ==
        "result.json: requests.ok: expected a whole number, found \"x\"");
  CHECK(contains(refusal_with("/requests/ok", -1), "a whole number of 0 or more, found -1"));
  CHECK(contains(refusal_with("/window", 3), "window: expected an object, found 3"));
  CHECK(contains(refusal_with("/requests/failed_by_class/odd", 1), "failed_by_class.odd: unknown"));
  CHECK(contains(refusal_with("/status/abc", 1), "status.abc: expected a number as the name"));
  CHECK(contains(refusal_with("/validity/state", "good"), "validity.state: unknown word \"good\""));
  CHECK(contains(refusal_with("/latency_ns/service/count", 5), "latency_ns.service.count"));
  CHECK(contains(refusal_with("/latency_ns/service/min", 9999),
                 "latency_ns.service.histogram: the minimum of 9999 ns"));
  CHECK(contains(refusal_with("/latency_ns/service/histogram/buckets/0", Json::array({1})),
                 "buckets[0]: expected [index, count]"));
  CHECK(contains(refusal_with("/schema", "joust.load/2"),
                 "schema: expected \"joust.load/1\", found \"joust.load/2\""));
  CHECK(refusal_without("/requests", "started") == "result.json: requests.started: is missing");
  CHECK(refusal_without("", "usage") == "result.json: usage: is missing");
  CHECK(contains(refusal([] { store::load_result_from_json("{\"schema\":", "f"); }),
                 "f: is not JSON"));
  CHECK(contains(refusal([] { store::load_result_from_json("[]", "f"); }), "expected an object"));
  CHECK(contains(refusal([] { store::load_result_from_json("", "f"); }), "f: is not JSON"));
  CHECK(contains(refusal([] { store::load_result_from_json("{\"a\":1e999}", "f"); }), "not JSON"));
}

TEST_CASE("A visit reads back as it was written, broken bytes of a log included") {
  const auto visit = joust::test::full_visit();
  const std::string text = store::to_json(visit);
  CHECK_FALSE(contains(text, "\n"));
  const auto copy = store::visit_from_json(text, "v");
  CHECK(store::to_json(copy) == text);
  CHECK(copy.log_tail == visit.log_tail);
  CHECK(copy.reasons == visit.reasons);
  CHECK(copy.state == joust::VisitState::invalid);
  CHECK(copy.noise.foreign_share == 0.04);
  CHECK(copy.timings.total_ns == 10);
  joust::Visit bare;
  bare.state = joust::VisitState::failed;
  const auto bare_copy = store::visit_from_json(store::to_json(bare), "v");
  CHECK_FALSE(bare_copy.load);
  CHECK_FALSE(bare_copy.noise.steal_share);
  CHECK(bare_copy.quiet());
}

TEST_CASE("A run reads back as it was written") {
  const auto run = joust::test::full_run();
  const std::string text = store::to_json(run);
  const auto copy = store::run_from_json(text, "run.json");
  CHECK(copy.design == run.design);
  CHECK(copy.suite_text == run.suite_text);
  CHECK(copy.argv == run.argv);
  CHECK(copy.environment.settings == run.environment.settings);
  CHECK(store::to_json(copy) == text);
}

TEST_CASE("A run whose rules make no sense is refused") {
  auto json = Json::parse(store::to_json(joust::test::full_run()));
  json["design"]["judgement"]["confidence"] = 1.0;
  CHECK(contains(refusal([&] { store::run_from_json(json.dump(), "run.json"); }),
                 "design.judgement.confidence: expected a number between 0 and 1, found 1"));
  json["design"]["judgement"]["confidence"] = 0.99;
  json["design"]["contenders"][1]["role"] = "friend";
  CHECK(contains(refusal([&] { store::run_from_json(json.dump(), "run.json"); }),
                 "design.contenders[1].role: unknown word \"friend\""));
}

TEST_CASE("A summary holds figures and comparisons in base units") {
  joust::Findings findings;
  joust::Figure figure;
  figure.contender = "nginx";
  figure.cell = "static-52/c10";
  figure.planned = 8;
  figure.valid = 7;
  figure.metrics["rate_rps"] = {40000.5, joust::Interval{39000, 41000}, 7, 0.99, {}};
  figure.metrics["latency_max_ns"] = {1e6, std::nullopt, 7, 0, {}};
  findings.figures.push_back(figure);
  joust::Comparison comparison;
  comparison.cell = std::string(joust::geometric_mean_cell);
  comparison.metric = "rate_rps";
  comparison.a = "nginx";
  comparison.b = "evhttp";
  comparison.ratio = {1.08, joust::Interval{1.04, 1.12}, 7, 0.99, {}};
  comparison.verdict = joust::Verdict::faster;
  comparison.told_apart = true;
  findings.comparisons.push_back(comparison);
  comparison.ratio.reset();
  comparison.verdict = joust::Verdict::not_comparable;
  comparison.blocks_needed = 20;
  findings.comparisons.push_back(comparison);
  const auto json = Json::parse(store::to_json(joust::test::full_run(), findings));
  CHECK(json["schema"] == "joust.summary/1");
  const auto& rate = json["figures"][0]["metrics"]["rate_rps"];
  CHECK(rate["point"] == 40000.5);
  CHECK(rate["low"] == 39000.0);
  CHECK(rate["unit"] == "1/s");
  CHECK(rate["better"] == "higher");
  CHECK(rate["n"] == 7);
  CHECK_FALSE(json["figures"][0]["metrics"]["latency_max_ns"].contains("low"));
  CHECK(json["figures"][0]["blocks"] == 7);
  CHECK(json["comparisons"][0]["verdict"] == "faster");
  CHECK(json["comparisons"][0]["ratio"]["high"] == 1.12);
  CHECK(json["comparisons"][0]["told_apart"] == true);
  CHECK_FALSE(json["comparisons"][0].contains("blocks_needed"));
  CHECK_FALSE(json["comparisons"][1].contains("ratio"));
  CHECK(json["comparisons"][1]["verdict"] == "not-comparable");
  CHECK(json["comparisons"][1]["blocks_needed"] == 20);
}

TEST_CASE("A locale with a decimal comma changes no byte") {
  const std::string expected = store::to_json(joust::test::full_result());
  const std::string before = std::setlocale(LC_ALL, nullptr);
  bool has_comma_locale = false;
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"}) {
    has_comma_locale = has_comma_locale || std::setlocale(LC_ALL, name) != nullptr;
  }
  const std::string text = store::to_json(joust::test::full_result());
  const auto copy = store::load_result_from_json(text, "r");
  std::setlocale(LC_ALL, before.c_str());
  if (!has_comma_locale) WARN("no locale with a decimal comma is installed");
  CHECK(text == expected);
  CHECK(copy.rate_rps == 240.1);
}
