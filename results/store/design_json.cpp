#include "results/store/json_fields.hpp"

namespace joust::store {

namespace {

std::optional<Side> side_from(std::string_view name) {
  for (const auto side : {Side::servers, Side::clients}) {
    if (joust::name_of(side) == name) return side;
  }
  return std::nullopt;
}

std::string_view name_of(Role role) { return role == Role::anchor ? "anchor" : "contender"; }

std::optional<Role> role_from(std::string_view name) {
  for (const auto role : {Role::contender, Role::anchor}) {
    if (name_of(role) == name) return role;
  }
  return std::nullopt;
}

Json json_of(const ProgramChoice& program) {
  Json json;
  json["name"] = program.name;
  json["variant"] = program.variant;
  json["extra_arguments"] = program.extra_arguments;
  return json;
}

ProgramChoice program_of(const Fields& fields) {
  return {fields.required<std::string>("name"), fields.value_or<std::string>("variant", ""),
          fields.list<std::string>("extra_arguments")};
}

Json json_of(const Contender& contender) {
  Json json;
  json["id"] = contender.id;
  json["side"] = joust::name_of(contender.side);
  json["role"] = name_of(contender.role);
  json["server"] = json_of(contender.server);
  json["client"] = json_of(contender.client);
  json["version"] = contender.version;
  json["build"] = contender.build;
  return json;
}

Contender contender_of(const Fields& fields) {
  return {fields.required<std::string>("id"),       fields.word("side", side_from),
          fields.word("role", role_from),           program_of(fields.object("server")),
          program_of(fields.object("client")),      fields.value_or<std::string>("version", ""),
          fields.value_or<std::string>("build", "")};
}

Json json_of(const Cell& cell) {
  Json json;
  json["id"] = cell.id();
  Json& document = json["document"];
  put_bytes(document, "route", cell.document.route);
  document["method"] = cell.document.method;
  document["bytes"] = cell.document.size.value;
  document["body_bytes"] = cell.document.body_size.value;
  json["connections"] = cell.connections;
  json["keepalive"] = cell.keepalive;
  json["client_threads"] = cell.client_threads;
  json["server_threads"] = cell.server_threads;
  return json;
}

Cell cell_of(const Fields& fields) {
  const Fields document = fields.object("document");
  Cell cell;
  cell.document.route = document.bytes_of("route");
  cell.document.method = document.required<std::string>("method");
  cell.document.size = Bytes{document.required<std::uint64_t>("bytes")};
  cell.document.body_size = Bytes{document.value_or<std::uint64_t>("body_bytes", 0)};
  cell.connections = fields.required<std::uint32_t>("connections");
  cell.keepalive = fields.required<bool>("keepalive");
  cell.client_threads = fields.value_or<std::uint32_t>("client_threads", 1);
  cell.server_threads = fields.value_or<std::uint32_t>("server_threads", 1);
  return cell;
}

Json json_of(const Judgement& judgement) {
  Json json;
  json["confidence"] = judgement.confidence;
  json["margin"] = judgement.margin;
  json["latency_margin"] = judgement.latency_margin;
  return json;
}

Judgement judgement_of(const Fields& fields) {
  Judgement judgement;
  const auto read_share = [&fields](std::string_view key, double& value) {
    value = fields.required<double>(key);
    if (!(value > 0 && value < 1)) {
      fields.complain(key, fmt::format("expected a number between 0 and 1, found {}", value));
    }
  };
  read_share("confidence", judgement.confidence);
  read_share("margin", judgement.margin);
  read_share("latency_margin", judgement.latency_margin);
  return judgement;
}

Json json_of(const NotApplicable& gap) {
  return {{"contender", gap.contender}, {"cell", gap.cell}, {"reason", gap.reason}};
}

Json json_of(const PlannedBlock& block) {
  return {{"sweep", block.sweep}, {"cell", block.cell}, {"order", block.order}};
}

template <typename Value>
Json list_of(const std::vector<Value>& values) {
  Json list = Json::array();
  for (const auto& value : values) list.push_back(json_of(value));
  return list;
}

}  // namespace

Json json_of(const Design& design) {
  Json json;
  json["compare"] = joust::name_of(design.compare);
  json["contenders"] = list_of(design.contenders);
  json["reference"] = design.reference;
  json["cells"] = list_of(design.cells);
  json["not_applicable"] = list_of(design.not_applicable);
  json["blocks"] = design.blocks;
  json["warmup_ns"] = design.warmup.count();
  if (design.measure) json["measure_ns"] = design.measure->count();
  put(json, "requests", design.requests);
  json["judgement"] = json_of(design.judgement);
  json["seed"] = design.seed;
  json["schedule"] = list_of(design.schedule);
  return json;
}

Design design_of(const Fields& fields) {
  Design design;
  design.compare = fields.word("compare", side_from);
  for (const auto& entry : fields.objects("contenders")) {
    design.contenders.push_back(contender_of(entry));
  }
  design.reference = fields.required<std::string>("reference");
  for (const auto& entry : fields.objects("cells")) design.cells.push_back(cell_of(entry));
  for (const auto& entry : fields.objects("not_applicable")) {
    design.not_applicable.push_back({entry.required<std::string>("contender"),
                                     entry.required<std::string>("cell"),
                                     entry.value_or<std::string>("reason", "")});
  }
  design.blocks = fields.required<std::uint32_t>("blocks");
  design.warmup = Nanoseconds{fields.value_or<std::int64_t>("warmup_ns", 0)};
  if (const auto measure = fields.optional<std::int64_t>("measure_ns")) {
    design.measure = Nanoseconds{*measure};
  }
  design.requests = fields.optional<std::uint64_t>("requests");
  design.judgement = judgement_of(fields.object("judgement"));
  design.seed = fields.required<std::uint64_t>("seed");
  for (const auto& entry : fields.objects("schedule")) {
    design.schedule.push_back({entry.required<std::uint32_t>("sweep"),
                               entry.required<std::string>("cell"),
                               entry.list<std::string>("order")});
  }
  return design;
}

}  // namespace joust::store
