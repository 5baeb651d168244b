#include "suites/run/run_suite.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <map>

#include "base/clock.hpp"
#include "base/posix.hpp"
#include "base/version.hpp"
#include "results/store/run_directory.hpp"
#include "suites/machine/environment.hpp"
#include "suites/run/site_files.hpp"
#include "suites/run/visit_maker.hpp"
#include "suites/run/work_folder.hpp"

namespace joust::suites {
namespace {

// The largest layout of any cell: what run.json shows.
CpuWishes wishes_of(const Design& design) {
  CpuWishes wishes;
  for (const Cell& cell : design.cells) {
    wishes.server = std::max<std::size_t>(wishes.server, cell.server_threads);
    wishes.client = std::max<std::size_t>(wishes.client, cell.client_threads);
  }
  return wishes;
}

Run describe_run(const RunRequest& request, const CpuChoice& cpus) {
  const auto now = std::chrono::system_clock::now();
  Run run;
  run.id = fmt::format("{}-{}", request.suite.name, utc_compact(now));
  run.suite_name = request.suite.name;
  run.title = request.suite.title;
  run.suite_text = request.suite.text;
  run.version = std::string{version()};
  run.started_utc = utc_timestamp(now);
  run.argv = request.argv;
  run.allow_noise = request.allow_noise;
  run.design = request.plan.design;
  const CpuLayout layout = cpus.layout_for(wishes_of(run.design));
  run.environment = read_environment(cpus.pin ? &layout : nullptr);
  return run;
}

/// Notices of a run: handed on as they come, and kept.
class Notices {
 public:
  explicit Notices(const RunHooks& hooks) : hooks_(hooks) {}
  void add(std::string text) {
    if (hooks_.notice) hooks_.notice(text);
    all_.push_back(std::move(text));
  }
  std::vector<std::string> all() const { return all_; }

 private:
  const RunHooks& hooks_;
  std::vector<std::string> all_;
};

/// Who disturbed the blocks that were dropped, most often first.
class Disturbers {
 public:
  void note(const Visit& visit) {
    if (visit.quiet()) return;
    ++blocks_;
    if (!visit.noise.busiest_foreign.empty()) ++times_[visit.noise.busiest_foreign];
  }
  std::size_t blocks() const { return blocks_; }
  std::string busiest() const {
    const auto most =
        std::max_element(times_.begin(), times_.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == times_.end() ? "none that stands out" : most->first;
  }

 private:
  std::size_t blocks_ = 0;
  std::map<std::string, std::size_t> times_;
};

}  // namespace

RunOutcome run_suite(const RunRequest& request, const RunHooks& hooks) {
  posix::raise_open_file_limit();
  const std::vector<int> allowed = posix::allowed_cpus();
  const CpuChoice cpus{request.suite.pin, allowed, sibling_groups(allowed)};
  const Run run = describe_run(request, cpus);
  Notices notices{hooks};
  for (const std::string& remark : run.environment.remarks) notices.add(remark);

  store::RunWriter writer{request.directory, run};
  const WorkFolder work;
  const std::filesystem::path documents = work.fresh("site");
  write_site_files(documents, run.design.cells);
  VisitMaker maker{{run, request.catalogue, work, documents, writer.directory(), writer.logs(),
                    cpus, hooks.stop_requested}};

  Disturbers disturbers;
  ExecutorHooks steps;
  steps.make_visit = [&](const VisitRequest& visit) { return maker.make(visit); };
  steps.record = [&](const Visit& visit) {
    writer.append(visit);
    disturbers.note(visit);
  };
  steps.stop_requested = hooks.stop_requested;
  steps.progress = hooks.progress;
  const Ending ending = execute(run, steps);
  if (ending == Ending::too_noisy) {
    notices.add(fmt::format(
        "too noisy to measure: {} of {} blocks were disturbed; busiest other process: {}. Stop it, "
        "or measure all the same with --allow-noise",
        disturbers.blocks(), run.design.schedule.size(), disturbers.busiest()));
  }
  return {ending, writer.directory(), notices.all()};
}

}  // namespace joust::suites
