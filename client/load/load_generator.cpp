#include "client/load/load_generator.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <latch>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/posix.hpp"
#include "client/engines/choice.hpp"
#include "client/http/endpoint.hpp"
#include "client/http/url.hpp"
#include "client/load/budget.hpp"
#include "client/load/load_loop.hpp"
#include "client/load/quota_meter.hpp"
#include "client/load/request_texts.hpp"
#include "client/load/result_of.hpp"
#include "client/load/watcher.hpp"

namespace joust::client {
namespace {

using namespace std::chrono_literals;

/// So far ahead is an edge of the window told, that every load thread knows it before it comes:
/// they look at least every 10 ms.
constexpr std::int64_t notice_ns = 12'000'000;
/// The window opens without connections that are not at work so long after the warm-up.
constexpr std::int64_t longest_wait_for_all_busy_ns = 1'000'000'000;

void refuse_bad_plan(const LoadPlan& plan) {
  const std::vector<std::string> problems = problems_of(plan);
  if (problems.empty()) return;
  std::string text;
  for (const std::string& problem : problems) text += (text.empty() ? "" : "\n") + problem;
  throw user_error("{}", text);
}

/// `whole` in `parts` as evenly as it goes; the first ones get the remainder.
std::uint64_t part_of(std::uint64_t whole, std::size_t part, std::size_t parts) {
  return whole / parts + (part < whole % parts ? 1 : 0);
}

/// One run, from its threads' start to their end.
class Run {
 public:
  Run(const LoadPlan& plan, const LoadHooks& hooks)
      : plan_(plan),
        hooks_(hooks),
        engine_(engine_for(plan.engine)),
        url_(parse_url(plan.url)),
        requests_(plan, url_),
        endpoints_(resolve(url_)),
        sources_(sources_of(plan, endpoints_)),
        thread_count_(std::min(plan.threads, plan.connections)),
        references_(requests_.targets()),
        control_(
            thread_count_, plan.requests.has_value(),
            [this] {
              held_back_ns_ = quota_.held_back_ns().value_or(0);
              if (watcher_) watcher_->at_open();
            },
            [this] {
              if (watcher_) watcher_->at_close();
              held_back_ns_ = quota_.held_back_ns().value_or(0) - held_back_ns_;
            }),
        ready_(static_cast<std::ptrdiff_t>(thread_count_) + 1),
        outcomes_(thread_count_) {
    if (plan.watch_pid) watcher_.emplace(*plan.watch_pid);
    if (hooks.interval) intervals_.emplace(thread_count_);
    require_room(
        {plan, endpoints_, sources_, thread_count_, watcher_ ? watcher_->open_files() : 0});
  }

  ~Run() { end_threads(); }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  LoadResult measure() {
    start_threads();
    ready_.arrive_and_wait();
    if (!opens_at_start()) {
      wait_until_busy();
      look_again_before(publish_window());
    }
    wait_for_end();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
    for (const Outcome& outcome : outcomes_)
      if (outcome.trouble) std::rethrow_exception(outcome.trouble);
    hand_on_intervals();
    hand_on_samples();
    return result();
  }

 private:
  struct Outcome {
    ThreadReport report;
    EngineCounts engine;
    std::exception_ptr trouble;
  };

  bool opens_at_start() const {
    return plan_.requests && plan_.warmup.count() == 0 && plan_.ramp.count() == 0;
  }

  void start_threads() {
    posix::pin_thread(plan_.cpus);
    start_ns_ = monotonic_ns();
    progress_ns_ = start_ns_;
    if (opens_at_start()) control_.publish({start_ns_, never_ns});
    threads_.reserve(thread_count_);
    try {
      for (std::size_t i = 0; i < thread_count_; ++i)
        threads_.emplace_back([this, i] { run_thread(i); });
    } catch (const std::system_error& refusal) {
      const std::size_t started = threads_.size();
      ready_.count_down(static_cast<std::ptrdiff_t>(thread_count_ + 1 - started));
      end_threads();
      throw machine_error("--threads {}: only {} could be started: {}", plan_.threads, started,
                          refusal.what());
    }
  }

  /// Early, where the load is given up.
  void end_threads() {
    control_.request_stop(monotonic_ns());
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

  void run_thread(std::size_t index) {
    Outcome& outcome = outcomes_[index];
    bool arrived = false;
    try {
      if (plan_.cpus.size() > 1) posix::pin_thread({plan_.cpus[index % plan_.cpus.size()]});
      const auto connections =
          static_cast<std::uint32_t>(part_of(plan_.connections, index, thread_count_));
      std::optional<std::uint64_t> answers;
      if (plan_.requests) answers = part_of(*plan_.requests, index, thread_count_);
      LoadLoop loop({plan_, requests_, endpoints_, sources_, references_, control_, index,
                     thread_count_, connections, answers, intervals_ ? &*intervals_ : nullptr,
                     static_cast<bool>(hooks_.samples), engine_ != "uring", opens_at_start()});
      const auto engine = make_engine(engine_, connections);
      arrived = true;
      ready_.arrive_and_wait();
      engine->run(loop);
      outcome.report = loop.take_report();
      outcome.engine = engine->counts();
    } catch (...) {
      outcome.trouble = std::current_exception();
      if (!arrived) ready_.count_down();
    }
    const std::lock_guard lock(mutex_);
    ++ended_;
    changed_.notify_one();
  }

  bool all_busy() const {
    for (std::size_t i = 0; i < thread_count_; ++i)
      if (!control_.signs(i).all_busy.load(std::memory_order_relaxed)) return false;
    return true;
  }

  bool wait(std::chrono::nanoseconds time) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, time, [this] { return ended_ == thread_count_; });
  }

  /// Waits for connections, not for the warm-up: the window is told as early as it is known.
  void wait_until_busy() {
    const std::int64_t latest = start_ns_ + std::max(plan_.warmup, plan_.ramp).count() +
                                longest_wait_for_all_busy_ns - notice_ns;
    while (!all_busy() && monotonic_ns() < latest && !wait(500us)) poll_hooks();
  }

  /// When the window opens.
  std::int64_t publish_window() {
    if (watcher_) watcher_->discover();
    const std::int64_t open_ns = std::max(start_ns_ + std::max(plan_.warmup, plan_.ramp).count(),
                                          monotonic_ns() + notice_ns);
    control_.publish({open_ns, plan_.duration ? open_ns + plan_.duration->count() : never_ns});
    return open_ns;
  }

  /// Threads that the watched processes have made in the warm-up are theirs, too.
  void look_again_before(std::int64_t open_ns) {
    constexpr std::int64_t time_to_look_ns = 8'000'000;
    const auto left = [&] {
      return std::chrono::nanoseconds(open_ns - time_to_look_ns - monotonic_ns());
    };
    if (!watcher_ || left() <= 0ns) return;
    while (left() > 0ns) {
      if (wait(std::min<std::chrono::nanoseconds>(left(), 100ms)) || stopping_) return;
      poll_hooks();
    }
    watcher_->discover();
  }

  void wait_for_end() {
    while (!wait(100ms)) poll_hooks();
  }

  void hand_on_intervals() {
    if (!intervals_) return;
    for (const Interval& interval : intervals_->take_complete()) hooks_.interval(interval);
  }

  void hand_on_samples() {
    if (!hooks_.samples) return;
    std::vector<std::deque<Sample>> of_threads;
    for (Outcome& outcome : outcomes_) of_threads.push_back(std::move(outcome.report.samples));
    hooks_.samples(in_time_order(std::move(of_threads)));
  }

  void poll_hooks() {
    hand_on_intervals();
    const std::int64_t now = monotonic_ns();
    if (hooks_.stop_requested && hooks_.stop_requested() && !stopping_) {
      stopping_ = true;
      control_.request_stop(now);
    }
    constexpr std::int64_t every_ns = 1'000'000'000;
    if (!hooks_.progress || now < progress_ns_ + every_ns) return;
    progress_ns_ = now;
    hooks_.progress(progress(now));
  }

  Progress progress(std::int64_t now_ns) const {
    Progress progress;
    progress.elapsed_ns = now_ns - start_ns_;
    for (std::size_t i = 0; i < thread_count_; ++i) {
      progress.completed += control_.signs(i).completed.load(std::memory_order_relaxed);
      progress.failed += control_.signs(i).failed.load(std::memory_order_relaxed);
    }
    if (plan_.requests)
      progress.share_done = static_cast<double>(progress.completed + progress.failed) /
                            static_cast<double>(*plan_.requests);
    else if (plan_.duration)
      progress.share_done =
          static_cast<double>(now_ns - start_ns_) /
          static_cast<double>((std::max(plan_.warmup, plan_.ramp) + *plan_.duration).count());
    progress.share_done = std::clamp(progress.share_done, 0.0, 1.0);
    return progress;
  }

  LoadResult result() {
    std::vector<ThreadReport> reports;
    EngineCounts counts;
    for (Outcome& outcome : outcomes_) {
      reports.push_back(std::move(outcome.report));
      counts.received_bytes += outcome.engine.received_bytes;
      counts.sent_bytes += outcome.engine.sent_bytes;
    }
    const RunFacts facts{plan_, start_ns_, endpoints_[reports.front().address].text(),
                         std::string(engine_), held_back_ns_};
    return result_of(facts, reports, counts, watcher_ ? &*watcher_ : nullptr);
  }

  const LoadPlan& plan_;
  const LoadHooks& hooks_;
  const std::string_view engine_;
  const Url url_;
  const RequestTexts requests_;
  const std::vector<Endpoint> endpoints_;
  const std::vector<Endpoint> sources_;
  const std::uint32_t thread_count_;
  std::vector<SharedReference> references_;  // one a target
  std::optional<Watcher> watcher_;
  std::optional<IntervalBoard> intervals_;
  QuotaMeter quota_;
  std::int64_t held_back_ns_ = 0;  // in the window, once that is closed
  Control control_;
  std::latch ready_;
  std::vector<Outcome> outcomes_;
  std::vector<std::thread> threads_;
  std::mutex mutex_;  // guards ended_
  std::condition_variable changed_;
  std::size_t ended_ = 0;
  std::int64_t start_ns_ = 0;
  std::int64_t progress_ns_ = 0;  // of the last report
  bool stopping_ = false;
};

}  // namespace

LoadResult run_load(const LoadPlan& plan, const LoadHooks& hooks) {
  refuse_bad_plan(plan);
  return Run(plan, hooks).measure();
}

}  // namespace joust::client
