#include "tests/suites/run/stage.hpp"

#include "base/posix.hpp"
#include "results/store/json_text.hpp"
#include "suites/run/site_files.hpp"

namespace joust::suites {

ServerEntry server_entry(std::vector<std::string> arguments) {
  ServerEntry entry;
  entry.name = "test-server";
  entry.command = std::move(arguments);
  entry.command.insert(entry.command.begin(), JOUST_TEST_SERVER);
  entry.routes = {{"static", "/{file}"}};
  entry.ready_timeout = std::chrono::seconds{10};
  entry.stop_timeout = std::chrono::seconds{3};
  return entry;
}

LoadResult faultless_result() {
  LoadResult result;
  result.client.name = "fake-load";
  result.plan.url = "http://127.0.0.1:1/52.bin";
  result.plan.duration = std::chrono::milliseconds{250};
  result.requests.started = 100;
  result.requests.ok = 100;
  result.status = {{200, 100}};
  result.window.length_ns = 250'000'000;
  result.window.ok = 80;
  result.rate_rps = 320;
  result.connections.requested = 1;
  result.connections.opened = 1;
  result.connections.achieved_mean = 1;
  result.usage.threads = {{0.5, 0}};
  Watched watched;
  watched.cpu_ns = 245'000'000;
  watched.busiest_thread_share = 0.98;
  watched.threads = 1;
  result.watched = watched;
  return result;
}

Stage::Stage() : documents_(work_.fresh("site")) {
  run.id = "test-run";
  run.allow_noise = true;
  Contender contender;
  contender.id = "test:contender";
  contender.server.name = "test-server";
  contender.client.name = "fake-load";
  run.design.contenders = {contender};
  Cell cell;
  cell.document.size = Bytes{52};
  run.design.cells = {cell};
  run.design.measure = std::chrono::milliseconds{250};
  run.design.blocks = 1;
  run.design.schedule = {{0, cell.id(), {contender.id}}};
  write_site_files(documents_, run.design.cells);
  posix::make_directories(folder() / "logs");
}

ClientEntry Stage::client_entry(const std::string& script) const {
  ClientEntry entry;
  entry.name = "fake-load";
  entry.command = {"sh", folder_.write("client.sh", script).string(), "{plan}", "{result}"};
  return entry;
}

ClientEntry Stage::client_giving(const LoadResult& result) const {
  const auto canned = folder_.write("canned.json", store::to_json(result));
  return client_entry("cp '" + canned.string() + "' \"$2\"");
}

Visit Stage::visit(const ServerEntry& server, const ClientEntry& client,
                   std::function<bool()> stop_requested) {
  Catalogue catalogue;
  catalogue.servers.emplace(server.name, server);
  catalogue.clients.emplace(client.name, client);
  VisitMaker maker{{run,
                    catalogue,
                    work_,
                    documents_,
                    folder(),
                    folder() / "logs",
                    {pin, posix::allowed_cpus(), {}},
                    std::move(stop_requested)}};
  return maker.make({run.design.contenders.front(), run.design.cells.front(), 0, 0, 0, true});
}

}  // namespace joust::suites
