#include "results/model/metric.hpp"
#include "results/store/json_fields.hpp"

namespace joust::store {

namespace {

void put_estimate(Json& json, const Estimate& estimate) {
  put(json, "point", estimate.point);
  if (estimate.interval) {
    put(json, "low", estimate.interval->low);
    put(json, "high", estimate.interval->high);
  }
}

Json json_of(const Metric& metric, const Estimate& estimate) {
  Json json = Json::object();
  put_estimate(json, estimate);
  json["n"] = estimate.n;
  json["unit"] = metric.unit;
  json["better"] = metric.better == Better::higher ? "higher" : "lower";
  if (!estimate.warnings.empty()) json["warnings"] = estimate.warnings;
  return json;
}

Json json_of(const Figure& figure) {
  Json json;
  json["contender"] = figure.contender;
  json["cell"] = figure.cell;
  json["blocks"] = figure.valid;
  json["blocks_planned"] = figure.planned;
  json["metrics"] = Json::object();
  for (const auto& metric : metrics()) {
    const auto id = std::string(metric.id);
    const auto found = figure.metrics.find(id);
    if (found != figure.metrics.end()) json["metrics"][id] = json_of(metric, found->second);
  }
  if (!figure.missing.empty()) json["missing"] = figure.missing;
  json["marks"] = figure.marks;
  json["reasons"] = figure.reasons;
  return json;
}

Json json_of(const Comparison& comparison) {
  Json json;
  json["cell"] = comparison.cell;
  json["metric"] = comparison.metric;
  json["a"] = comparison.a;
  json["b"] = comparison.b;
  if (comparison.ratio) {
    json["ratio"] = Json::object();
    put_estimate(json["ratio"], *comparison.ratio);
  }
  json["blocks"] = comparison.blocks;
  json["verdict"] = name_of(comparison.verdict);
  json["told_apart"] = comparison.told_apart;
  put(json, "blocks_needed", comparison.blocks_needed);
  json["sentence"] = comparison.sentence;
  return json;
}

}  // namespace

std::string to_json(const Run& run, const Findings& findings) {
  Json json;
  json["schema"] = summary_schema;
  json["run_id"] = run.id;
  json["compare"] = name_of(run.design.compare);
  json["reference"] = run.design.reference;
  json["confidence"] = run.design.judgement.confidence;
  json["margin"] = run.design.judgement.margin;
  json["latency_margin"] = run.design.judgement.latency_margin;
  Json& visits = json["visits"];
  visits["planned"] = findings.visits_planned;
  visits["valid"] = findings.visits_valid;
  visits["invalid"] = findings.visits_invalid;
  visits["failed"] = findings.visits_failed;
  json["blocks_dropped"] = findings.blocks_dropped;
  json["notices"] = findings.notices;
  json["figures"] = Json::array();
  for (const auto& figure : findings.figures) json["figures"].push_back(json_of(figure));
  json["comparisons"] = Json::array();
  for (const auto& comparison : findings.comparisons) {
    json["comparisons"].push_back(json_of(comparison));
  }
  return json_dump(json, Layout::indented);
}

}  // namespace joust::store
