#include "tests/suites/plan/bench.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace joust::suites::test {
namespace {

ServerEntry server(const std::string& name, const std::string& kind) {
  ServerEntry entry;
  entry.name = name;
  entry.kind = kind;
  entry.command = {name};
  entry.routes = {{"static", "/{file}"}, {"bytes", "/bytes/{bytes}"}};
  entry.threads_settable = kind != "anchor";
  if (kind == "idiomatic") {
    entry.routes["echo"] = "/echo";
    entry.routes["hello"] = "/hello";
    entry.methods = {"POST", "PUT"};
  }
  return entry;
}

ClientEntry client(const std::string& name) {
  ClientEntry entry;
  entry.name = name;
  entry.command = {name};
  return entry;
}

}  // namespace

Catalogue small_catalogue() {
  Catalogue catalogue;
  for (const char* name : {"evhttp", "beast-async", "beast-coro"}) {
    catalogue.servers[name] = server(name, "idiomatic");
  }
  catalogue.servers["beast-async"].variants = {{"prepared", {"", {"--prepared"}}},
                                               {"cached", {"", {"--cached"}}}};
  catalogue.servers["echo-less"] = server("echo-less", "external");
  catalogue.servers["joust-null"] = server("joust-null", "anchor");
  catalogue.clients["joust-load"] = client("joust-load");
  catalogue.clients["joust-load"].variants = {{"uring", {"", {"--engine", "uring"}}}};
  catalogue.clients["other-load"] = client("other-load");
  return catalogue;
}

std::string good_suite(const std::string& more) {
  return R"(title = "Good"
servers = ["evhttp", "beast-async"]
reference = "evhttp"
connections = [1, 10]
documents = [{route = "static", bytes = 52}]
blocks = 4
measure = "250ms"
warmup = "100ms"
)" + more;
}

std::string client_suite(const std::string& more) {
  return R"(title = "Clients"
compare = "clients"
clients = ["joust-load", "other-load"]
server = "evhttp"
connections = 10
documents = [{route = "static", bytes = 52}]
blocks = 4
)" + more;
}

Suite parse(const std::string& text, const SuiteOverrides& overrides) {
  return parse_suite(text, "dir/bad.toml", small_catalogue(), overrides);
}

std::string complaints(const std::string& text, const SuiteOverrides& overrides) {
  try {
    parse(text, overrides);
    return {};
  } catch (const Error& error) {
    return error.exit_code() == ExitCode::user_input ? error.what() : "not the user's mistake";
  }
}

std::string with_line(std::string text, const std::string& line) {
  const std::string key = line.substr(0, line.find_first_of(" ="));
  const auto at = ("\n" + text).find("\n" + key + " ");
  if (at == std::string::npos) return text + line + "\n";
  return text.replace(at, text.find('\n', at) - at, line);
}

Installed all_but(std::vector<std::string> absent) {
  const auto look = [absent = std::move(absent)](const std::string& name) {
    Availability availability;
    if (std::find(absent.begin(), absent.end(), name) != absent.end()) {
      availability.why_not = "not installed";
    } else {
      availability.executable = "/bin/" + name;
      availability.version = "1.0";
    }
    return availability;
  };
  return {[look](const ServerEntry& entry) { return look(entry.name); },
          [look](const ClientEntry& entry) { return look(entry.name); }};
}

Words ids(const std::vector<SuiteProgram>& programs) {
  Words ids;
  for (const SuiteProgram& program : programs) ids.push_back(program.id);
  return ids;
}

}  // namespace joust::suites::test
