#include <algorithm>
#include <charconv>

#include "results/store/json_fields.hpp"

namespace joust::store {

namespace {

/// {"200": 5}: keys of JSON objects are texts.
Json json_of(const std::map<int, std::uint64_t>& counts) {
  Json json = Json::object();
  for (const auto& [number, count] : counts) json[std::to_string(number)] = count;
  return json;
}

std::map<int, std::uint64_t> numbered_counts(const Fields& parent, std::string_view key) {
  std::map<int, std::uint64_t> counts;
  const auto fields = parent.optional_object(key);
  if (!fields) return counts;
  for (const auto& [name, value] : fields->members()) {
    int number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error != std::errc{} || end != name.data() + name.size()) {
      fields->complain(name, "expected a number as the name");
    }
    counts[number] = fields->convert<std::uint64_t>(*value, name);
  }
  return counts;
}

Json json_of(const ClientIdentity& client) {
  Json json;
  json["name"] = client.name;
  json["version"] = client.version;
  json["engine"] = client.engine;
  json["threads"] = client.threads;
  json["cpus"] = client.cpus;
  return json;
}

ClientIdentity client_of(const Fields& fields) {
  return {fields.required<std::string>("name"), fields.value_or<std::string>("version", ""),
          fields.value_or<std::string>("engine", ""), fields.value_or<std::uint32_t>("threads", 0),
          fields.list<int>("cpus")};
}

Json json_of(const TargetSummary& target) {
  Json json;
  put_bytes(json, "url", target.url);
  json["method"] = target.method;
  json["http"] = target.http == HttpVersion::http_1_0 ? "1.0" : "1.1";
  json["keepalive"] = target.keepalive;
  json["pipeline"] = target.pipeline;
  json["address"] = target.address;
  return json;
}

TargetSummary target_of(const Fields& fields) {
  TargetSummary target;
  target.url = fields.bytes_of("url");
  target.method = fields.value_or<std::string>("method", "GET");
  const auto http = fields.value_or<std::string>("http", "1.1");
  if (http != "1.0" && http != "1.1") {
    fields.complain("http", "expected \"1.0\" or \"1.1\", found \"" + http + "\"");
  }
  target.http = http == "1.0" ? HttpVersion::http_1_0 : HttpVersion::http_1_1;
  target.keepalive = fields.value_or("keepalive", true);
  target.pipeline = fields.value_or<std::uint32_t>("pipeline", 1);
  target.address = fields.value_or<std::string>("address", "");
  return target;
}

Json json_of(const RequestCounts& requests) {
  Json json;
  json["started"] = requests.started;
  json["ok"] = requests.ok;
  json["failed"] = requests.failed;
  json["in_flight"] = requests.in_flight;
  json["retried"] = requests.retried;
  json["unstarted"] = requests.unstarted;
  json["failed_by_class"] = Json::object();
  for (std::size_t i = 0; i < failure_class_count; ++i) {
    const auto name = std::string(name_of(static_cast<FailureClass>(i)));
    if (requests.failed_by_class[i] > 0)
      json["failed_by_class"][name] = requests.failed_by_class[i];
  }
  json["errno"] = json_of(requests.failed_by_errno);
  return json;
}

RequestCounts requests_of(const Fields& fields) {
  RequestCounts requests;
  requests.started = fields.required<std::uint64_t>("started");
  requests.ok = fields.required<std::uint64_t>("ok");
  requests.failed = fields.required<std::uint64_t>("failed");
  requests.in_flight = fields.required<std::uint64_t>("in_flight");
  requests.retried = fields.value_or<std::uint64_t>("retried", 0);
  requests.unstarted = fields.value_or<std::uint64_t>("unstarted", 0);
  if (const auto classes = fields.optional_object("failed_by_class")) {
    for (const auto& [name, value] : classes->members()) {
      const auto failure = failure_class_from(name);
      if (!failure) classes->complain(name, "unknown failure class");
      requests.failed_by_class[static_cast<std::size_t>(*failure)] =
          classes->convert<std::uint64_t>(*value, name);
    }
  }
  requests.failed_by_errno = numbered_counts(fields, "errno");
  return requests;
}

Json json_of(const WindowCounts& window) {
  Json json;
  json["start_ns"] = window.start_ns;
  json["length_ns"] = window.length_ns;
  json["ok"] = window.ok;
  json["failed"] = window.failed;
  json["carried_in"] = window.carried_in;
  json["carried_out"] = window.carried_out;
  return json;
}

WindowCounts window_of(const Fields& fields) {
  return {fields.required<std::int64_t>("start_ns"),
          fields.required<std::int64_t>("length_ns"),
          fields.required<std::uint64_t>("ok"),
          fields.required<std::uint64_t>("failed"),
          fields.value_or<std::uint64_t>("carried_in", 0),
          fields.value_or<std::uint64_t>("carried_out", 0)};
}

Json json_of(const ConnectionCounts& connections) {
  Json json;
  json["requested"] = connections.requested;
  json["opened"] = connections.opened;
  json["reopened"] = connections.reopened;
  put(json, "achieved_mean", connections.achieved_mean);
  return json;
}

ConnectionCounts connections_of(const Fields& fields) {
  return {fields.required<std::uint64_t>("requested"), fields.required<std::uint64_t>("opened"),
          fields.value_or<std::uint64_t>("reopened", 0), fields.optional<double>("achieved_mean")};
}

Json json_of(const ByteCounts& bytes) {
  Json json;
  json["received"] = bytes.received;
  json["framing"] = bytes.framing;
  json["body"] = bytes.body;
  json["partial"] = bytes.partial;
  json["sent"] = bytes.sent;
  return json;
}

ByteCounts bytes_of(const Fields& fields) {
  return {fields.required<std::uint64_t>("received"), fields.value_or<std::uint64_t>("framing", 0),
          fields.required<std::uint64_t>("body"), fields.value_or<std::uint64_t>("partial", 0),
          fields.required<std::uint64_t>("sent")};
}

Json json_of(const ScheduleKept& schedule) {
  Json json;
  json["lag_ns"] = store::json_of(schedule.lag);
  json["loop_delay_ns"] = store::json_of(schedule.loop_delay);
  put(json, "achieved_ratio", schedule.achieved_ratio);
  return json;
}

ScheduleKept schedule_of(const Fields& fields) {
  return {histogram_of(fields.object("lag_ns")), histogram_of(fields.object("loop_delay_ns")),
          fields.required<double>("achieved_ratio")};
}

Json json_of(const LateCount& late) { return {{"limit_ns", late.limit_ns}, {"count", late.count}}; }

LateCount late_of(const Fields& fields) {
  return {fields.required<std::int64_t>("limit_ns"), fields.required<std::uint64_t>("count")};
}

Json json_of(const Conforming& conforming) {
  return {{"min_bitrate_bps", conforming.min_bitrate_bps}, {"connections", conforming.connections}};
}

Conforming conforming_of(const Fields& fields) {
  return {fields.required<double>("min_bitrate_bps"),
          fields.required<std::uint64_t>("connections")};
}

}  // namespace

Json json_of(const LoadResult& result) {
  Json json;
  json["schema"] = load_schema;
  json["client"] = json_of(result.client);
  json["target"] = json_of(result.target);
  json["plan"] = json_of(result.plan);
  json["elapsed_ns"] = result.elapsed_ns;
  json["requests"] = json_of(result.requests);
  json["window"] = json_of(result.window);
  json["status"] = json_of(result.status);
  json["connections"] = json_of(result.connections);
  json["bytes"] = json_of(result.bytes);
  put(json, "rate_rps", result.rate_rps);
  json["latency_ns"] = json_of(result.latency);
  if (result.schedule) json["schedule"] = json_of(*result.schedule);
  if (result.late) json["late"] = json_of(*result.late);
  if (result.conforming) json["conforming"] = json_of(*result.conforming);
  json["usage"] = json_of(result.usage);
  if (result.watched) json["watched"] = json_of(*result.watched);
  json["validity"]["state"] = name_of(result.validity);
  json["validity"]["reasons"] = result.validity_reasons;
  return json;
}

LoadResult load_result_of(const Fields& fields) {
  fields.require_schema(load_schema);
  LoadResult result;
  result.client = client_of(fields.object("client"));
  result.target = target_of(fields.object("target"));
  result.plan = load_plan_of(fields.object("plan"));
  result.elapsed_ns = fields.required<std::int64_t>("elapsed_ns");
  result.requests = requests_of(fields.object("requests"));
  result.window = window_of(fields.object("window"));
  result.status = numbered_counts(fields, "status");
  result.connections = connections_of(fields.object("connections"));
  result.bytes = bytes_of(fields.object("bytes"));
  result.rate_rps = fields.optional<double>("rate_rps");
  if (const auto latency = fields.optional_object("latency_ns")) {
    result.latency = latencies_of(*latency);
  }
  if (const auto kept = fields.optional_object("schedule")) result.schedule = schedule_of(*kept);
  if (const auto late = fields.optional_object("late")) result.late = late_of(*late);
  if (const auto conforming = fields.optional_object("conforming")) {
    result.conforming = conforming_of(*conforming);
  }
  result.usage = usage_of(fields.object("usage"));
  if (const auto watched = fields.optional_object("watched")) result.watched = watched_of(*watched);
  const Fields validity = fields.object("validity");
  result.validity = validity.word("state", validity_from);
  result.validity_reasons = validity.list<std::string>("reasons");
  return result;
}

std::string to_json(const LoadResult& result, Layout layout) {
  return json_dump(json_of(result), layout);
}

LoadResult load_result_from_json(std::string_view text, std::string_view source) {
  return read_document(text, source, load_schema, load_result_of);
}

}  // namespace joust::store
