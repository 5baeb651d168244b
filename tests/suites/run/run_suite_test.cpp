#include "suites/run/run_suite.hpp"

#include "base/error.hpp"
#include "base/posix.hpp"
#include "results/store/run_directory.hpp"
#include "suites/machine/noise.hpp"
#include "suites/run/resume.hpp"
#include "tests/suites/run/stage.hpp"
#include "tests/support/catch.hpp"

namespace joust::suites {
namespace {

/// One server under a fake client, two sweeps of one cell.
struct Show {
  Stage stage;
  Suite suite;
  Plan plan;
  Catalogue catalogue;

  explicit Show(const LoadResult& result, const ServerEntry& server = server_entry({})) {
    suite.name = "tiny";
    suite.title = "Tiny";
    suite.text = "title = \"Tiny\"\n";
    plan.design = stage.run.design;
    plan.design.blocks = 2;
    plan.design.schedule.push_back(plan.design.schedule.front());
    plan.design.schedule.back().sweep = 1;
    catalogue.servers.emplace(server.name, server);
    const ClientEntry client = stage.client_giving(result);
    catalogue.clients.emplace(client.name, client);
  }
  std::filesystem::path directory() const { return stage.folder() / "out"; }
  RunRequest request(bool allow_noise) const {
    return {suite, plan, catalogue, directory(), {"joust", "run", "tiny"}, allow_noise};
  }
};

}  // namespace

TEST_CASE("a suite is carried out into a run directory that can be read back") {
  const Show show{faultless_result()};
  std::size_t done = 0;
  RunHooks hooks;
  hooks.progress = [&](const ExecutorProgress& progress) { done = progress.visits_done; };
  const RunOutcome outcome = run_suite(show.request(true), hooks);
  CHECK(outcome.ending == Ending::complete);
  CHECK(outcome.directory == show.directory());
  CHECK(done == 2);

  const store::StoredRun stored = store::read_run(show.directory());
  CHECK(stored.run.suite_name == "tiny");
  CHECK(stored.run.id.find("tiny-") == 0);
  CHECK(stored.run.suite_text == show.suite.text);
  CHECK(stored.run.argv == std::vector<std::string>{"joust", "run", "tiny"});
  Design planned = show.plan.design;
  for (std::size_t i = 0; i < planned.contenders.size(); ++i) {
    planned.contenders[i].build = build_of(planned.contenders[i], show.catalogue);
    CHECK(planned.contenders[i].build.size() == 64);
  }
  CHECK(stored.run.design == planned);
  CHECK_FALSE(stored.run.environment.kernel.empty());
  CHECK_FALSE(stored.run.version.empty());
  REQUIRE(stored.visits.size() == 2);
  CHECK(stored.visits[1].sweep == 1);
  CHECK(stored.visits[1].state == VisitState::valid);
  CHECK(std::filesystem::exists(show.directory() / stored.visits[1].log));
}

TEST_CASE("a failing server is recorded and the run goes on to its end") {
  const Show show{faultless_result(), server_entry({"--die-before-ready", "4"})};
  CHECK(run_suite(show.request(true), {}).ending == Ending::complete);
  const store::StoredRun stored = store::read_run(show.directory());
  REQUIRE(stored.visits.size() == 2);
  CHECK(stored.visits[0].state == VisitState::failed);
  CHECK(stored.visits[0].log_tail.find("no configuration") != std::string::npos);
  CHECK(stored.visits[1].state == VisitState::failed);
}

TEST_CASE("a disturbed machine ends the run as too noisy, saying what to do") {
  if (posix::allowed_cpus().size() < 2 || !has_schedstat()) {
    WARN("run-queue waits cannot be judged on this machine");
    return;
  }
  LoadResult result = faultless_result();
  result.watched->busiest_thread_wait_share = 0.5;
  const Show show{result};
  std::vector<std::string> heard;
  RunHooks hooks;
  hooks.notice = [&](std::string_view notice) { heard.emplace_back(notice); };
  const RunOutcome outcome = run_suite(show.request(false), hooks);
  CHECK(outcome.ending == Ending::too_noisy);
  REQUIRE_FALSE(outcome.notices.empty());
  CHECK(outcome.notices == heard);
  CHECK(outcome.notices.back().find("2 of 2 blocks were disturbed") != std::string::npos);
  CHECK(outcome.notices.back().find("--allow-noise") != std::string::npos);
  const store::StoredRun stored = store::read_run(show.directory());
  CHECK(stored.visits.size() == 2);
  CHECK_FALSE(stored.visits[0].quiet());
}

TEST_CASE("a wish to stop leaves a readable run with the visits made until then") {
  const Show show{faultless_result()};
  std::size_t visits = 0;
  RunHooks hooks;
  hooks.progress = [&](const ExecutorProgress&) { ++visits; };
  hooks.stop_requested = [&] { return visits == 1; };
  CHECK(run_suite(show.request(true), hooks).ending == Ending::interrupted);
  CHECK(store::read_run(show.directory()).visits.size() == 1);
}

TEST_CASE("a run directory that has something in it is refused before anything is started") {
  const Show show{faultless_result()};
  posix::make_directories(show.directory());
  posix::write_file(show.directory() / "mine.txt", "x");
  CHECK_THROWS_AS(run_suite(show.request(true), {}), Error);
  CHECK(posix::read_file(show.directory() / "mine.txt") == "x");
}

}  // namespace joust::suites
