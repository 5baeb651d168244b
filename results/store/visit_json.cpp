#include "results/store/json_fields.hpp"

namespace joust::store {

namespace {

std::optional<VisitState> state_from(std::string_view name) {
  for (const auto state : {VisitState::valid, VisitState::invalid, VisitState::failed}) {
    if (name_of(state) == name) return state;
  }
  return std::nullopt;
}

Json json_of(const MachineNoise& noise) {
  Json json = Json::object();
  put(json, "steal_share", noise.steal_share);
  put(json, "client_wait_share", noise.client_wait_share);
  put(json, "server_wait_share", noise.server_wait_share);
  put(json, "foreign_share", noise.foreign_share);
  json["disturbances"] = noise.disturbances;
  json["busiest_foreign"] = noise.busiest_foreign;
  return json;
}

MachineNoise noise_of(const Fields& fields) {
  return {fields.optional<double>("steal_share"),
          fields.optional<double>("client_wait_share"),
          fields.optional<double>("server_wait_share"),
          fields.optional<double>("foreign_share"),
          fields.list<std::string>("disturbances"),
          fields.value_or<std::string>("busiest_foreign", "")};
}

Json json_of(const VisitTimings& timings) {
  Json json;
  json["start_ns"] = timings.start_ns;
  json["verify_ns"] = timings.verify_ns;
  json["load_ns"] = timings.load_ns;
  json["stop_ns"] = timings.stop_ns;
  json["total_ns"] = timings.total_ns;
  return json;
}

VisitTimings timings_of(const Fields& fields) {
  return {fields.value_or<std::int64_t>("start_ns", 0),
          fields.value_or<std::int64_t>("verify_ns", 0),
          fields.value_or<std::int64_t>("load_ns", 0), fields.value_or<std::int64_t>("stop_ns", 0),
          fields.value_or<std::int64_t>("total_ns", 0)};
}

Json json_of(const Visit& visit) {
  Json json;
  json["schema"] = visit_schema;
  json["run_id"] = visit.run_id;
  json["sweep"] = visit.sweep;
  json["attempt"] = visit.attempt;
  json["position"] = visit.position;
  json["cell"] = visit.cell;
  json["contender"] = visit.contender;
  json["started_utc"] = visit.started_utc;
  json["state"] = name_of(visit.state);
  json["reasons"] = visit.reasons;
  json["marks"] = visit.marks;
  if (visit.load) json["load"] = store::json_of(*visit.load);
  json["noise"] = json_of(visit.noise);
  json["timings"] = json_of(visit.timings);
  json["log"] = visit.log;
  put_bytes(json, "log_tail", visit.log_tail);
  return json;
}

Visit visit_of(const Fields& fields) {
  Visit visit;
  visit.run_id = fields.required<std::string>("run_id");
  visit.sweep = fields.required<std::uint32_t>("sweep");
  visit.attempt = fields.required<std::uint32_t>("attempt");
  visit.position = fields.required<std::uint32_t>("position");
  visit.cell = fields.required<std::string>("cell");
  visit.contender = fields.required<std::string>("contender");
  visit.started_utc = fields.value_or<std::string>("started_utc", "");
  visit.state = fields.word("state", state_from);
  visit.reasons = fields.list<std::string>("reasons");
  visit.marks = fields.list<std::string>("marks");
  if (const auto load = fields.optional_object("load")) visit.load = load_result_of(*load);
  if (const auto noise = fields.optional_object("noise")) visit.noise = noise_of(*noise);
  if (const auto timings = fields.optional_object("timings")) visit.timings = timings_of(*timings);
  visit.log = fields.value_or<std::string>("log", "");
  visit.log_tail = fields.bytes_of("log_tail");
  return visit;
}

}  // namespace

std::string to_json(const Visit& visit, Layout layout) { return json_dump(json_of(visit), layout); }

Visit visit_from_json(std::string_view text, std::string_view source) {
  return read_document(text, source, visit_schema, visit_of);
}

}  // namespace joust::store
