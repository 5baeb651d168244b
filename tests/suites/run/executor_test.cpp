#include "suites/run/executor.hpp"

#include <optional>
#include <set>

#include "base/error.hpp"
#include "tests/support/catch.hpp"

namespace joust::suites {
namespace {

// Two contenders, two cells, `sweeps` sweeps.
Run two_by_two(std::uint32_t sweeps) {
  Run run;
  for (const char* id : {"a", "b"}) {
    Contender contender;
    contender.id = id;
    run.design.contenders.push_back(contender);
  }
  for (const std::uint32_t connections : {1U, 10U}) {
    Cell cell;
    cell.document.size = Bytes{52};
    cell.connections = connections;
    run.design.cells.push_back(cell);
  }
  run.design.blocks = sweeps;
  for (std::uint32_t sweep = 0; sweep < sweeps; ++sweep) {
    for (const Cell& cell : run.design.cells) {
      const bool turned = sweep % 2 == 1;
      run.design.schedule.push_back(
          {sweep, cell.id(),
           turned ? std::vector<std::string>{"b", "a"} : std::vector<std::string>{"a", "b"}});
    }
  }
  return run;
}

std::string name_of_visit(const Visit& visit) {
  return visit.contender + "@" + visit.cell.substr(visit.cell.find("/c") + 1) + "#" +
         std::to_string(visit.sweep) +
         (visit.attempt > 0 ? "'" + std::to_string(visit.attempt) : "");
}

/// Makes visits out of nothing and remembers them; disturbed, failing or stopping on demand.
struct Stage {
  std::set<std::string> disturbed;  // by name_of_visit
  std::set<std::string> failing;
  std::size_t stop_after = 1000;   // visits recorded
  std::string interrupted_inside;  // this visit is given up half-way
  std::vector<Visit> recorded;
  std::vector<std::string> names;
  std::vector<bool> closing;
  std::vector<std::size_t> done;
  std::size_t drops = 0;

  ExecutorHooks hooks() {
    ExecutorHooks hooks;
    hooks.make_visit = [this](const VisitRequest& request) {
      Visit visit;
      visit.sweep = request.sweep;
      visit.attempt = request.attempt;
      visit.position = request.position;
      visit.cell = request.cell.id();
      visit.contender = request.contender.id;
      const std::string name = name_of_visit(visit);
      if (name == interrupted_inside) throw Error{ErrorKind::interrupted, "stop"};
      if (disturbed.contains(name)) visit.noise.disturbances.emplace_back("noise");
      if (failing.contains(name)) visit.state = VisitState::failed;
      closing.push_back(request.closes_block);
      return visit;
    };
    hooks.record = [this](const Visit& visit) {
      recorded.push_back(visit);
      names.push_back(name_of_visit(visit));
    };
    hooks.stop_requested = [this] { return recorded.size() >= stop_after; };
    hooks.progress = [this](const ExecutorProgress& progress) {
      done.push_back(progress.visits_done);
      if (progress.block_dropped) ++drops;
    };
    return hooks;
  }
};

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("visits are made in the schedule's order, sweep by sweep, block by block") {
  const Run run = two_by_two(2);
  Stage stage;
  CHECK(execute(run, stage.hooks()) == Ending::complete);
  CHECK(stage.names ==
        Names{"a@c1#0", "b@c1#0", "a@c10#0", "b@c10#0", "b@c1#1", "a@c1#1", "b@c10#1", "a@c10#1"});
  CHECK(stage.recorded[5].position == 1);
  CHECK(stage.closing == std::vector<bool>{false, true, false, true, false, true, false, true});
  CHECK(stage.done == std::vector<std::size_t>{1, 2, 3, 4, 5, 6, 7, 8});
}

TEST_CASE("a disturbed visit drops its block, which is repeated at the end of the sweep") {
  const Run run = two_by_two(2);
  Stage stage;
  stage.disturbed = {"b@c1#0"};
  CHECK(execute(run, stage.hooks()) == Ending::complete);
  CHECK(stage.names == Names{"a@c1#0", "b@c1#0", "a@c10#0", "b@c10#0", "a@c1#0'1", "b@c1#0'1",
                             "b@c1#1", "a@c1#1", "b@c10#1", "a@c10#1"});
  CHECK(stage.drops == 1);
  CHECK(stage.done.back() == 8);
}

TEST_CASE("the rest of a dropped block is not made: it could not count") {
  const Run run = two_by_two(2);
  Stage stage;
  stage.disturbed = {"a@c1#0"};
  CHECK(execute(run, stage.hooks()) == Ending::complete);
  CHECK(stage.names.at(0) == "a@c1#0");
  CHECK(stage.names.at(1) == "a@c10#0");
}

TEST_CASE("a block that is disturbed again waits for the end of the run") {
  const Run run = two_by_two(4);
  Stage stage;
  stage.disturbed = {"b@c1#0", "a@c1#0'1"};
  CHECK(execute(run, stage.hooks()) == Ending::complete);
  CHECK(stage.names.at(4) == "a@c1#0'1");
  CHECK(stage.names.at(5) == "b@c1#1");
  CHECK(Names(stage.names.end() - 2, stage.names.end()) == Names{"a@c1#0'2", "b@c1#0'2"});
}

TEST_CASE("more than 30 % of the blocks made being dropped ends the run as too noisy") {
  CHECK(droppable_blocks(48) == 21);
  CHECK(droppable_blocks(10) == 5);
  CHECK(droppable_blocks(1) == 1);
  const Run run = two_by_two(2);  // 4 blocks: two may be dropped
  Stage stage;
  stage.disturbed = {"a@c1#0", "a@c10#0", "a@c1#0'1"};
  CHECK(execute(run, stage.hooks()) == Ending::too_noisy);
  CHECK(stage.names == Names{"a@c1#0", "a@c10#0", "a@c1#0'1"});
}

TEST_CASE("with noise allowed nothing is dropped") {
  Run run = two_by_two(2);
  run.allow_noise = true;
  Stage stage;
  stage.disturbed = {"a@c1#0", "a@c10#0", "b@c1#1", "b@c10#1"};
  CHECK(execute(run, stage.hooks()) == Ending::complete);
  CHECK(stage.names.size() == 8);
  CHECK(stage.drops == 0);
}

TEST_CASE("a failed visit ends neither its block nor the run") {
  const Run run = two_by_two(1);
  Stage stage;
  stage.failing = {"a@c1#0"};
  CHECK(execute(run, stage.hooks()) == Ending::complete);
  CHECK(stage.names.size() == 4);
}

TEST_CASE("a stop between visits ends the run as interrupted, with what it has") {
  const Run run = two_by_two(2);
  Stage stage;
  stage.stop_after = 3;
  CHECK(execute(run, stage.hooks()) == Ending::interrupted);
  CHECK(stage.names.size() == 3);
}

TEST_CASE("a stop inside a visit ends the run as interrupted, without that visit") {
  const Run run = two_by_two(2);
  Stage stage;
  stage.interrupted_inside = "a@c10#0";
  CHECK(execute(run, stage.hooks()) == Ending::interrupted);
  CHECK(stage.names == Names{"a@c1#0", "b@c1#0"});
}

TEST_CASE("the runner's own trouble leaves the run, with everything recorded before it") {
  const Run run = two_by_two(1);
  Stage stage;
  ExecutorHooks hooks = stage.hooks();
  const auto record = hooks.record;
  hooks.record = [&](const Visit& visit) {
    if (stage.recorded.size() == 2) throw machine_error("disk full");
    record(visit);
  };
  CHECK_THROWS_AS(execute(run, hooks), Error);
  CHECK(stage.recorded.size() == 2);
}

TEST_CASE(
    "after each dropped block the machine is given time, longer while drops follow each other") {
  const Run run = two_by_two(2);
  Stage stage;
  stage.disturbed = {"a@c1#0", "a@c10#0", "a@c1#1"};
  std::vector<std::size_t> pauses;
  ExecutorHooks hooks = stage.hooks();
  hooks.settle = [&](std::size_t dropped_in_a_row) { pauses.push_back(dropped_in_a_row); };
  execute(run, hooks);
  CHECK(pauses == std::vector<std::size_t>{1, 2});
}

TEST_CASE("resuming skips complete blocks and repeats the others as their next attempt") {
  const Run run = two_by_two(2);
  Stage first;
  first.disturbed = {"b@c1#0"};
  first.stop_after = 5;  // c1#0 dropped, c10#0 complete, c1#0'1 half made
  REQUIRE(execute(run, first.hooks()) == Ending::interrupted);
  REQUIRE(first.names.back() == "a@c1#0'1");

  Stage second;
  CHECK(execute(run, second.hooks(), first.recorded) == Ending::complete);
  CHECK(second.names == Names{"a@c1#0'2", "b@c1#0'2", "b@c1#1", "a@c1#1", "b@c10#1", "a@c10#1"});
  CHECK(second.done.front() == 3);  // two of the complete block, and this one
  CHECK(second.done.back() == 8);
}

TEST_CASE("resuming a complete run makes no visit") {
  const Run run = two_by_two(1);
  Stage first;
  REQUIRE(execute(run, first.hooks()) == Ending::complete);
  Stage second;
  CHECK(execute(run, second.hooks(), first.recorded) == Ending::complete);
  CHECK(second.names.empty());
}

TEST_CASE("a schedule that names what the plan does not have is refused by name") {
  Run run = two_by_two(1);
  run.design.schedule.front().order.front() = "ghost";
  Stage stage;
  try {
    execute(run, stage.hooks());
    FAIL("a ghost was visited");
  } catch (const Error& error) {
    CHECK(std::string{error.what()}.find("ghost") != std::string::npos);
  }
}

}  // namespace joust::suites
