#include "results/store/json_fields.hpp"

namespace joust::store {

Json json_of(const Environment& environment) {
  Json json;
  json["cpu_model"] = environment.cpu_model;
  json["cpus_online"] = environment.cpus_online;
  json["kernel"] = environment.kernel;
  json["virtualisation"] = environment.virtualisation;
  json["os"] = environment.os;
  json["compiler"] = environment.compiler;
  json["host"] = environment.host;
  json["allowed_cpus"] = environment.allowed_cpus;
  json["server_cpus"] = environment.server_cpus;
  json["client_cpus"] = environment.client_cpus;
  json["memory_bytes"] = environment.memory_bytes;
  json["open_files"] = environment.open_files;
  json["settings"] = environment.settings;
  json["remarks"] = environment.remarks;
  return json;
}

Environment environment_of(const Fields& fields) {
  Environment environment;
  environment.cpu_model = fields.value_or<std::string>("cpu_model", "");
  environment.cpus_online = fields.value_or<std::uint32_t>("cpus_online", 0);
  environment.kernel = fields.value_or<std::string>("kernel", "");
  environment.virtualisation = fields.value_or<std::string>("virtualisation", "");
  environment.os = fields.value_or<std::string>("os", "");
  environment.compiler = fields.value_or<std::string>("compiler", "");
  environment.host = fields.value_or<std::string>("host", "");
  environment.allowed_cpus = fields.list<int>("allowed_cpus");
  environment.server_cpus = fields.list<int>("server_cpus");
  environment.client_cpus = fields.list<int>("client_cpus");
  environment.memory_bytes = fields.value_or<std::uint64_t>("memory_bytes", 0);
  environment.open_files = fields.value_or<std::uint64_t>("open_files", 0);
  if (const auto settings = fields.optional_object("settings")) {
    for (const auto& [name, value] : settings->members()) {
      environment.settings[name] = settings->convert<std::string>(*value, name);
    }
  }
  environment.remarks = fields.list<std::string>("remarks");
  return environment;
}

std::string to_json(const Run& run, Layout layout) {
  Json json;
  json["schema"] = run_schema;
  json["id"] = run.id;
  json["suite_name"] = run.suite_name;
  json["title"] = run.title;
  put_bytes(json, "suite_text", run.suite_text);
  json["version"] = run.version;
  json["started_utc"] = run.started_utc;
  json["argv"] = run.argv;
  json["allow_noise"] = run.allow_noise;
  json["design"] = json_of(run.design);
  json["environment"] = json_of(run.environment);
  return json_dump(json, layout);
}

Run run_from_json(std::string_view text, std::string_view source) {
  return read_document(text, source, run_schema, [](const Fields& fields) {
    Run run;
    run.id = fields.required<std::string>("id");
    run.suite_name = fields.required<std::string>("suite_name");
    run.title = fields.value_or<std::string>("title", "");
    run.suite_text = fields.bytes_of("suite_text");
    run.version = fields.value_or<std::string>("version", "");
    run.started_utc = fields.value_or<std::string>("started_utc", "");
    run.argv = fields.list<std::string>("argv");
    run.allow_noise = fields.value_or("allow_noise", false);
    run.design = design_of(fields.object("design"));
    run.environment = environment_of(fields.object("environment"));
    return run;
  });
}

}  // namespace joust::store
