#include "tests/client/wire_cases.hpp"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace joust::test {
namespace {

using Json = nlohmann::json;

template <typename Value>
std::optional<Value> value_if(const Json& json, const char* key) {
  if (!json.contains(key)) return std::nullopt;
  return json[key].get<Value>();
}

ScriptPart part_of(const Json& json) {
  ScriptPart part;
  if (json.contains("text")) part.bytes = json["text"].get<std::string>();
  for (const Json& piece : json.value("pieces", Json::array()))
    for (int i = 0; i < piece[1].get<int>(); ++i) part.bytes += piece[0].get<std::string>();
  part.delay = std::chrono::milliseconds(json.value("delay_ms", 0));
  part.repeat = json.value("repeat", 1U);
  part.wait_request = json.value("wait_request", false);
  part.before_request = json.value("before_request", false);
  return part;
}

ScriptEnd end_of(const std::string& name) {
  if (name == "close") return ScriptEnd::close;
  if (name == "reset") return ScriptEnd::reset;
  if (name == "half") return ScriptEnd::half;
  if (name == "keep") return ScriptEnd::keep;
  throw std::runtime_error("wire case with end '" + name + "'");
}

WireOutcome outcome_of(const Json& json) {
  WireOutcome outcome;
  outcome.ok = json["ok"].get<std::uint64_t>();
  outcome.failures = json["errors_by_class"].get<std::map<std::string, std::uint64_t>>();
  for (const auto& [code, count] : json["status_counts"].items())
    outcome.status[std::stoi(code)] = count.get<std::uint64_t>();
  outcome.body_bytes = json["body_bytes"].get<std::uint64_t>();
  if (json.contains("connections")) {
    outcome.least_connections = json["connections"]["min"].get<std::uint64_t>();
    outcome.most_connections = json["connections"]["max"].get<std::uint64_t>();
  }
  outcome.most_partial_bytes = value_if<std::uint64_t>(json, "partial_body_bytes_max");
  outcome.requests_at_server = value_if<std::uint64_t>(json, "requests_seen_by_server");
  outcome.longest_run_ms = value_if<std::int64_t>(json, "finish_within_ms");
  outcome.most_cpu_ms = value_if<std::int64_t>(json, "client_cpu_ms_max");
  return outcome;
}

WireCase case_of(const Json& json) {
  WireCase wire;
  wire.id = json["id"].get<std::string>();
  wire.what = json["what"].get<std::string>();
  wire.method = json["method"].get<std::string>();
  wire.timeout_ms = json["timeout_ms"].get<std::int64_t>();
  wire.requests = json["requests"].get<std::uint64_t>();
  wire.request_body_bytes = json.value("request_body_bytes", std::uint64_t{0});
  wire.pace_ms = value_if<std::int64_t>(json, "pace_ms");
  wire.pipeline = json.value("pipeline", 1U);
  for (const Json& part : json["parts"]) wire.script.parts.push_back(part_of(part));
  wire.script.end = end_of(json["end"].get<std::string>());
  wire.script.then_silent = json.value("then", "") == "silent";
  wire.script.start_at_head = json.value("start", "") == "head";
  wire.heavy = json.value("heavy", false);
  for (const Json& outcome : json["accepted"]) wire.accepted.push_back(outcome_of(outcome));
  return wire;
}

}  // namespace

std::string WireCase::answer() const {
  std::string bytes;
  for (const ScriptPart& part : script.parts)
    for (std::uint32_t i = 0; i < part.repeat; ++i) bytes += part.bytes;
  return bytes;
}

std::vector<WireCase> wire_cases() {
  std::ifstream file(JOUST_SOURCE_DIR "/tests/client/wire_cases.json");
  if (!file) throw std::runtime_error("cannot read tests/client/wire_cases.json");
  std::vector<WireCase> cases;
  for (const Json& json : Json::parse(file)) cases.push_back(case_of(json));
  return cases;
}

}  // namespace joust::test
