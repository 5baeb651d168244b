#include "suites/run/run_suite.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <poll.h>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/posix.hpp"
#include "base/version.hpp"
#include "results/store/run_directory.hpp"
#include "suites/machine/environment.hpp"
#include "suites/run/resume.hpp"
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
  for (Contender& contender : run.design.contenders) {
    contender.build = build_of(contender, request.catalogue);
  }
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

CpuChoice cpu_choice(bool pin) {
  const std::vector<int> allowed = posix::allowed_cpus();
  return {pin, allowed, sibling_groups(allowed)};
}

/// Longer with every block dropped in a row: a short disturbance is waited for, a long one is not.
Nanoseconds settling_time(std::size_t dropped_in_a_row) {
  constexpr Nanoseconds first = std::chrono::milliseconds{250};
  constexpr std::size_t longest = 3;  // doublings: two seconds
  return first * (1LL << std::min(dropped_in_a_row - 1, longest));
}

void wait_unless_stopped(Nanoseconds time, const std::function<bool()>& stop_requested) {
  const std::int64_t end = monotonic_ns() + time.count();
  while (monotonic_ns() < end && !(stop_requested && stop_requested())) {
    poll(nullptr, 0, 10);  // a signal ends it early
  }
}

/// Makes the visits that `already` lacks and writes them.
RunOutcome carry_out(const Run& run, const CpuChoice& cpus, const Catalogue& catalogue,
                     store::RunWriter writer, const std::vector<Visit>& already,
                     const RunHooks& hooks) {
  Notices notices{hooks};
  for (const std::string& remark : run.environment.remarks) notices.add(remark);
  const WorkFolder work;
  const std::filesystem::path documents = work.fresh("site");
  write_site_files(documents, run.design.cells);
  VisitMaker maker{{run, catalogue, work, documents, writer.directory(), writer.logs(), cpus,
                    hooks.stop_requested}};

  Disturbers disturbers;
  ExecutorHooks steps;
  steps.make_visit = [&](const VisitRequest& visit) { return maker.make(visit); };
  steps.record = [&](const Visit& visit) {
    writer.append(visit);
    disturbers.note(visit);
  };
  steps.stop_requested = hooks.stop_requested;
  steps.settle = [&](std::size_t dropped_in_a_row) {
    wait_unless_stopped(settling_time(dropped_in_a_row), hooks.stop_requested);
  };
  steps.progress = hooks.progress;
  const Ending ending = execute(run, steps, already);
  if (ending == Ending::too_noisy) {
    notices.add(fmt::format(
        "too noisy to measure: {} of {} blocks were disturbed; busiest other process: {}. Stop it, "
        "or measure all the same with --allow-noise",
        disturbers.blocks(), run.design.schedule.size(), disturbers.busiest()));
  }
  return {ending, writer.directory(), notices.all()};
}

/// A run that was pinned goes on pinned.
CpuChoice cpu_choice_of(const Run& run) { return cpu_choice(!run.environment.server_cpus.empty()); }

Circumstances circumstances_of(const ResumeRequest& request) {
  const Run& run = request.stored.run;
  const CpuChoice cpus = cpu_choice_of(run);
  const CpuLayout layout = cpus.layout_for(wishes_of(run.design));
  Circumstances now;
  now.environment = read_environment(cpus.pin ? &layout : nullptr);
  now.version = std::string{version()};
  for (const Contender& contender : run.design.contenders) {
    now.builds.push_back(build_of(contender, request.catalogue));
  }
  now.suite_text = request.suite_text;
  return now;
}

}  // namespace

RunOutcome run_suite(const RunRequest& request, const RunHooks& hooks) {
  prepare_run(request);
  const store::StoredRun stored = store::read_run(request.directory);
  return resume_suite({stored, request.catalogue, std::nullopt}, hooks);
}

void prepare_run(const RunRequest& request) {
  store::RunWriter{request.directory, describe_run(request, cpu_choice(request.suite.pin))};
}

void require_unchanged(const ResumeRequest& request) {
  const auto changes = changes_since(request.stored.run, circumstances_of(request));
  if (changes.empty()) return;
  throw user_error(
      "{}: the run cannot go on, its blocks would not be comparable: {}; begin a new run",
      request.stored.directory.string(), fmt::join(changes, "; "));
}

RunOutcome resume_suite(const ResumeRequest& request, const RunHooks& hooks) {
  posix::raise_open_file_limit();
  return carry_out(request.stored.run, cpu_choice_of(request.stored.run), request.catalogue,
                   store::RunWriter::reopen(request.stored.directory), request.stored.visits,
                   hooks);
}

}  // namespace joust::suites
