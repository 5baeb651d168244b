#include "results/store/json_fields.hpp"

namespace joust::store {

namespace {

std::string_view name_of(HttpVersion http) { return http == HttpVersion::http_1_0 ? "1.0" : "1.1"; }

std::optional<HttpVersion> http_from(std::string_view name) {
  if (name == "1.0") return HttpVersion::http_1_0;
  if (name == "1.1") return HttpVersion::http_1_1;
  return std::nullopt;
}

std::string_view name_of(CheckLevel check) {
  switch (check) {
    case CheckLevel::none:
      return "none";
    case CheckLevel::length:
      return "length";
    case CheckLevel::full:
      return "full";
  }
  return "full";
}

std::optional<CheckLevel> check_from(std::string_view name) {
  for (const auto check : {CheckLevel::none, CheckLevel::length, CheckLevel::full}) {
    if (name_of(check) == name) return check;
  }
  return std::nullopt;
}

std::string_view name_of(Arrivals arrivals) {
  return arrivals == Arrivals::poisson ? "poisson" : "constant";
}

std::optional<Arrivals> arrivals_from(std::string_view name) {
  if (name == "constant") return Arrivals::constant;
  if (name == "poisson") return Arrivals::poisson;
  return std::nullopt;
}

// What people leave out of a plan keeps the default of the value; what they write must be right.
Nanoseconds nanoseconds_or(const Fields& fields, std::string_view key, Nanoseconds fallback) {
  const auto value = fields.optional<std::int64_t>(key);
  if (!value) return fallback;
  if (*value < 0) fields.complain(key, fmt::format("expected 0 or more, found {}", *value));
  return Nanoseconds{*value};
}

Json headers_json(const std::vector<Header>& headers) {
  Json list = Json::array();
  for (const auto& header : headers) {
    Json entry;
    put_bytes(entry, "name", header.name);
    put_bytes(entry, "value", header.value);
    list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace

Json json_of(const LoadPlan& plan) {
  Json json;
  json["schema"] = load_plan_schema;
  json["connections"] = plan.connections;
  json["threads"] = plan.threads;
  put(json, "requests", plan.requests);
  if (plan.duration) json["duration_ns"] = plan.duration->count();
  json["warmup_ns"] = plan.warmup.count();
  json["ramp_ns"] = plan.ramp.count();
  put(json, "rate_rps", plan.rate_rps);
  json["arrivals"] = name_of(plan.arrivals);
  json["pipeline"] = plan.pipeline;
  json["keepalive"] = plan.keepalive;
  put(json, "requests_per_connection", plan.requests_per_connection);
  json["http"] = name_of(plan.http);
  put_bytes(json, "url", plan.url);
  json["targets"] = plan.targets;
  json["method"] = plan.method;
  json["headers"] = headers_json(plan.headers);
  put_bytes(json, "body", plan.body);
  json["check"] = name_of(plan.check);
  json["expect_status"] = plan.expect_status;
  if (plan.expect_bytes) json["expect_bytes"] = plan.expect_bytes->value;
  put(json, "expect_sha256", plan.expect_sha256);
  json["variable_length"] = plan.variable_length;
  json["allow_failures"] = plan.allow_failures;
  json["timeout_ns"] = plan.timeout.count();
  json["connect_timeout_ns"] = plan.connect_timeout.count();
  json["drain_ns"] = plan.drain.count();
  if (plan.late_after) json["late_after_ns"] = plan.late_after->count();
  put(json, "min_bitrate_bps", plan.min_bitrate_bps);
  if (plan.slo_p99) json["slo_p99_ns"] = plan.slo_p99->count();
  put(json, "max_failed", plan.max_failed);
  json["engine"] = plan.engine;
  json["cpus"] = plan.cpus;
  json["source_addresses"] = plan.source_addresses;
  put(json, "watch_pid", plan.watch_pid);
  return json;
}

LoadPlan load_plan_of(const Fields& fields) {
  const LoadPlan standard;
  LoadPlan plan;
  plan.connections = fields.value_or("connections", standard.connections);
  plan.threads = fields.value_or("threads", standard.threads);
  plan.requests = fields.optional<std::uint64_t>("requests");
  if (fields.has("duration_ns")) plan.duration = nanoseconds_or(fields, "duration_ns", {});
  plan.warmup = nanoseconds_or(fields, "warmup_ns", standard.warmup);
  plan.ramp = nanoseconds_or(fields, "ramp_ns", standard.ramp);
  plan.rate_rps = fields.optional<double>("rate_rps");
  if (fields.has("arrivals")) plan.arrivals = fields.word("arrivals", arrivals_from);
  plan.pipeline = fields.value_or("pipeline", standard.pipeline);
  plan.keepalive = fields.value_or("keepalive", standard.keepalive);
  plan.requests_per_connection = fields.optional<std::uint64_t>("requests_per_connection");
  if (fields.has("http")) plan.http = fields.word("http", http_from);
  plan.url = fields.has("url_hex") ? fields.bytes_of("url") : fields.required<std::string>("url");
  plan.targets = fields.list<std::string>("targets");
  plan.method = fields.value_or("method", standard.method);
  for (const auto& header : fields.objects("headers")) {
    plan.headers.push_back({header.bytes_of("name"), header.bytes_of("value")});
  }
  plan.body = fields.bytes_of("body");
  if (fields.has("check")) plan.check = fields.word("check", check_from);
  plan.expect_status = fields.list<int>("expect_status");
  if (const auto bytes = fields.optional<std::uint64_t>("expect_bytes")) {
    plan.expect_bytes = Bytes{*bytes};
  }
  plan.expect_sha256 = fields.optional<std::string>("expect_sha256");
  plan.variable_length = fields.value_or("variable_length", standard.variable_length);
  plan.allow_failures = fields.value_or("allow_failures", standard.allow_failures);
  plan.timeout = nanoseconds_or(fields, "timeout_ns", standard.timeout);
  plan.connect_timeout = nanoseconds_or(fields, "connect_timeout_ns", standard.connect_timeout);
  plan.drain = nanoseconds_or(fields, "drain_ns", standard.drain);
  if (fields.has("late_after_ns")) plan.late_after = nanoseconds_or(fields, "late_after_ns", {});
  plan.min_bitrate_bps = fields.optional<double>("min_bitrate_bps");
  if (fields.has("slo_p99_ns")) plan.slo_p99 = nanoseconds_or(fields, "slo_p99_ns", {});
  plan.max_failed = fields.optional<double>("max_failed");
  plan.engine = fields.value_or("engine", standard.engine);
  plan.cpus = fields.list<int>("cpus");
  plan.source_addresses = fields.list<std::string>("source_addresses");
  plan.watch_pid = fields.optional<int>("watch_pid");
  return plan;
}

std::string to_json(const LoadPlan& plan, Layout layout) {
  return json_dump(json_of(plan), layout);
}

LoadPlan load_plan_from_json(std::string_view text, std::string_view source) {
  return read_document(text, source, load_plan_schema, load_plan_of);
}

}  // namespace joust::store
