#include "suites/run/visit_maker.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "suites/run/load_driver.hpp"
#include "suites/run/preflight.hpp"
#include "suites/run/server_process.hpp"
#include "suites/run/visit_log.hpp"

namespace joust::suites {
namespace {

std::int64_t cpu_time_of_this_process() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto nanoseconds = [](const timeval& time) {
    return std::int64_t{time.tv_sec} * 1'000'000'000 + std::int64_t{time.tv_usec} * 1000;
  };
  return nanoseconds(used.ru_utime) + nanoseconds(used.ru_stime);
}

/// Adds the time until the end of its scope to one figure.
class Timed {
 public:
  explicit Timed(std::int64_t& sum) : sum_(sum), start_(monotonic_ns()) {}
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;
  ~Timed() { sum_ += monotonic_ns() - start_; }

 private:
  std::int64_t& sum_;
  std::int64_t start_;
};

template <typename Entry>
const Entry& entry_of(const std::map<std::string, Entry>& entries, const std::string& name,
                      const char* kind) {
  const auto found = entries.find(name);
  if (found == entries.end()) throw user_error("the catalogue has no {} '{}'", kind, name);
  return found->second;
}

void add(std::vector<std::string>& all, std::vector<std::string> more) {
  for (std::string& one : more) {
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(std::move(one));
  }
}

void fail(Visit& visit, std::string reason) {
  visit.state = VisitState::failed;
  visit.reasons.push_back(std::move(reason));
}

std::string heading_of(const Visit& visit) {
  return fmt::format("{} in {}, sweep {}, attempt {}, {}", visit.contender, visit.cell, visit.sweep,
                     visit.attempt, visit.started_utc);
}

}  // namespace

// Everything about the two programs of one visit.
struct VisitMaker::Sides {
  const ServerEntry& server;
  const ClientEntry& client;
  std::vector<int> server_cpus;
  std::vector<int> client_cpus;
  OwnCpus own;
  /// Run-queue waits are not kept, or say nothing because the sides are not on CPUs of their own:
  /// what others used has to stand in. Not where the server is one of the others.
  bool waits_say_nothing;
  std::int64_t runner_cpu_ns;  // before the visit
  VisitLog server_log;
  VisitLog client_log;
};

VisitMaker::VisitMaker(Setup setup)
    : setup_(std::move(setup)),
      ports_(server_ports(posix::ephemeral_ports())),
      schedstat_(has_schedstat()) {}

VisitMaker::Sides VisitMaker::sides_of(const VisitRequest& request, const Visit& visit) const {
  const ServerEntry& server =
      entry_of(setup_.catalogue.servers, request.contender.server.name, "server");
  const ClientEntry& client =
      entry_of(setup_.catalogue.clients, request.contender.client.name, "client");
  CpuLayout layout;
  if (setup_.cpus.pin) {
    layout = setup_.cpus.layout_for({request.cell.server_threads, request.cell.client_threads});
  }
  const bool apart = setup_.cpus.pin && !layout.shared;
  const std::string name = file_name_for(request.contender.id);
  return {server,
          client,
          layout.server,
          layout.client,
          apart ? OwnCpus{layout.server.size(), layout.client.size()} : OwnCpus{},
          !server.url && !(schedstat_ && apart),
          cpu_time_of_this_process(),
          VisitLog{setup_.logs / (name + ".log"), heading_of(visit)},
          VisitLog{setup_.logs / (name + ".client.log"), heading_of(visit)}};
}

Visit VisitMaker::make(const VisitRequest& request) {
  const std::int64_t started_ns = monotonic_ns();
  Visit visit;
  visit.run_id = setup_.run.id;
  visit.sweep = request.sweep;
  visit.attempt = request.attempt;
  visit.position = request.position;
  visit.cell = request.cell.id();
  visit.contender = request.contender.id;
  visit.started_utc = utc_timestamp(std::chrono::system_clock::now());
  if (request.position == 0) {
    block_ = {cpu_times(setup_.cpus.allowed), look_at_processes(), started_ns, 0};
  }
  const Sides sides = sides_of(request, visit);
  visit.log = std::filesystem::relative(sides.server_log.file(), setup_.directory).string();
  measure(request, sides, visit);
  judge_noise(request, sides, visit);
  if (visit.state != VisitState::valid) visit.log_tail = sides.server_log.tail();
  visit.timings.total_ns = monotonic_ns() - started_ns;
  return visit;
}

void VisitMaker::measure(const VisitRequest& request, const Sides& sides, Visit& visit) {
  std::optional<ServerProcess> server;
  {
    const Timed start{visit.timings.start_ns};
    server.emplace(ServerSetup{sides.server, request.contender.server, request.cell,
                               setup_.documents, setup_.work.fresh("server"), sides.server_cpus,
                               sides.server_log, ports_, setup_.stop_requested});
  }
  if (server->trouble().empty()) {
    verify_and_load(request, sides, *server, visit);
  } else {
    fail(visit, "the server: " + server->trouble());
  }
  const Timed stopping{visit.timings.stop_ns};
  const ServerProcess::Stopped stopped = server->stop();
  if (stopped.end) block_.own_cpu_ns += stopped.end->cpu_ns;
  add(visit.reasons, stopped.reasons);
  add(visit.marks, stopped.marks);
  if (visit.load) {
    add(visit.reasons, gate_reasons(*visit.load));
    add(visit.marks, marks_of(*visit.load, setup_.run.design.compare));
  }
  if (visit.state == VisitState::valid && !visit.reasons.empty()) {
    visit.state = VisitState::invalid;
  }
}

// What others used of the allowed CPUs since the block began.
std::optional<double> VisitMaker::foreign_share(const CpuTimes& now) const {
  const auto busy = busy_share(*block_.cpus, now);
  if (!busy) return std::nullopt;
  const auto elapsed_ns = static_cast<double>(monotonic_ns() - block_.started_ns);
  const auto cpus = static_cast<double>(std::max<std::size_t>(setup_.cpus.allowed.size(), 1));
  return std::max(0.0, *busy - static_cast<double>(block_.own_cpu_ns) / (elapsed_ns * cpus));
}

// Right before, right after, and the load between.
void VisitMaker::verify_and_load(const VisitRequest& request, const Sides& sides,
                                 ServerProcess& server, Visit& visit) {
  const Document& document = request.cell.document;
  const std::string url = server.base_url() + sides.server.path_of(document);
  Verified before;
  {
    const Timed verify{visit.timings.verify_ns};
    before = verify_document(document, url);
  }
  for (const std::string& reason : before.reasons) fail(visit, "before the load: " + reason);
  if (!before.reasons.empty()) return;

  LoadOutcome load;
  {
    const Timed loading{visit.timings.load_ns};
    const LoadPlan plan = load_plan_for(setup_.run.design, request.cell, url, before.answer->body,
                                        server.pid(), sides.client_cpus);
    load = drive_load({sides.client, request.contender.client, plan, setup_.work.fresh("client"),
                       sides.client_log, setup_.stop_requested});
  }
  if (load.end) block_.own_cpu_ns += load.end->cpu_ns;
  visit.load = std::move(load.result);
  if (!load.trouble.empty()) fail(visit, "the load client: " + load.trouble);

  const Timed verify{visit.timings.verify_ns};
  Verified after = verify_document(document, url);
  // A server that is just dying has closed its port a moment before its end is known.
  const Nanoseconds grace = after.reasons.empty() ? Nanoseconds{0} : std::chrono::milliseconds{50};
  if (const auto end = server.end_sentence(grace); !end.empty()) {
    fail(visit, end);
    return;
  }
  for (std::string& reason : after.reasons) reason = "after the load: " + reason;
  if (after.answer) add(after.reasons, changes_between(*before.answer, *after.answer));
  add(visit.reasons, std::move(after.reasons));
}

void VisitMaker::judge_noise(const VisitRequest& request, const Sides& sides, Visit& visit) {
  MachineNoise& noise = visit.noise;
  if (visit.load && schedstat_) {
    noise.server_wait_share = server_wait_share(*visit.load, sides.own);
    noise.client_wait_share = client_wait_share(*visit.load, sides.own);
  }
  block_.own_cpu_ns += cpu_time_of_this_process() - sides.runner_cpu_ns;

  BlockNoise block;
  if (const auto now = cpu_times(setup_.cpus.allowed); now && block_.cpus) {
    noise.steal_share = steal_share(*block_.cpus, *now);
    if (sides.waits_say_nothing) noise.foreign_share = foreign_share(*now);
    if (request.closes_block) block = {noise.steal_share, noise.foreign_share};
  }
  noise.disturbances = disturbances_of(noise, block);
  if (!noise.disturbances.empty()) {
    noise.busiest_foreign = busiest_between(block_.processes, look_at_processes(), getpid());
  }
}

}  // namespace joust::suites
