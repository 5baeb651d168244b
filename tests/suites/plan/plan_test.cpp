#include "suites/plan/plan.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/error.hpp"
#include "tests/suites/plan/bench.hpp"
#include "tests/support/catch.hpp"

namespace joust::suites {
namespace {

using namespace std::chrono_literals;
using namespace test;

using Words = std::vector<std::string>;

Plan plan_of(const std::string& text, const Installed& installed = all_but(),
             std::uint64_t seed = 1) {
  return make_plan(parse(text), small_catalogue(), seed, installed);
}

std::string error_of(const std::string& text, const Installed& installed) {
  try {
    plan_of(text, installed);
    return {};
  } catch (const Error& error) {
    return error.exit_code() == ExitCode::user_input ? error.what() : "not the user's to mend";
  }
}

Words ids(const Design& design) {
  Words ids;
  for (const Contender& contender : design.contenders) ids.push_back(contender.id);
  return ids;
}

}  // namespace

TEST_CASE("contenders stand in the suite's order with their versions, the anchor last") {
  const Design design = plan_of(good_suite()).design;
  CHECK(ids(design) == Words{"evhttp", "beast-async", "joust-null"});
  CHECK(design.reference == "evhttp");
  CHECK(design.contenders[0].role == Role::contender);
  CHECK(design.contenders[2].role == Role::anchor);
  CHECK(design.contenders[0].version == "1.0");
  CHECK(design.contenders[0].client.name == "joust-load");
  CHECK(ids(plan_of(good_suite("anchor = false\n")).design) == Words{"evhttp", "beast-async"});
}

TEST_CASE("clients are contenders under one server, without an anchor") {
  const Design design = plan_of(client_suite()).design;
  CHECK(design.compare == Side::clients);
  CHECK(ids(design) == Words{"joust-load", "other-load"});
  for (const Contender& contender : design.contenders) {
    CHECK(contender.side == Side::clients);
    CHECK(contender.server.name == "evhttp");
  }
  CHECK(design.contenders[1].client.name == "other-load");
}

TEST_CASE("cells are the product of the axes") {
  const Design design =
      plan_of(good_suite("keepalive = [true, false]\nserver_threads = [1, 2]\n")).design;
  std::set<std::string> cells;
  for (const Cell& cell : design.cells) cells.insert(cell.id());
  CHECK(design.cells.size() == 8);
  CHECK(cells.size() == 8);
  CHECK(cells.count("static-52/c10/close/st2") == 1);
}

TEST_CASE("what is not installed is left out with its reason; the anchor too") {
  const Plan plan = plan_of(good_suite(), all_but({"beast-async", "joust-null"}));
  CHECK(ids(plan.design) == Words{"evhttp"});
  REQUIRE(plan.absent.size() == 2);
  CHECK(plan.absent[0].contender == "beast-async");
  CHECK(plan.absent[0].why_not == "not installed");
  CHECK(plan.absent[1].contender == "joust-null");
}

TEST_CASE("nothing to compare, an absent reference and an absent other side are errors") {
  CHECK(contains(error_of(good_suite(), all_but({"evhttp"})),
                 "the reference 'evhttp' cannot run here: not installed; choose another with --set "
                 "reference=beast-async"));
  const auto none = error_of(good_suite(), all_but({"evhttp", "beast-async"}));
  CHECK(contains(none, "none of the suite's servers can run here"));
  CHECK(contains(none, "beast-async: not installed"));
  CHECK(contains(error_of(good_suite(), all_but({"joust-load"})),
                 "client 'joust-load' cannot run here: not installed"));
  CHECK(contains(error_of(client_suite(), all_but({"evhttp"})), "server 'evhttp' cannot run here"));
}

TEST_CASE("a contender that cannot do a cell is a row with the reason, not a part of its blocks") {
  const std::string text =
      with_line(with_line(good_suite(), R"(servers = ["evhttp", "echo-less"])"),
                R"(documents = [{route = "static", bytes = 52}, {route = "echo", bytes = 10}])");
  const Design design = plan_of(text).design;
  REQUIRE(design.not_applicable.size() == 4);  // echo-less and the anchor, in two cells
  CHECK(design.not_applicable[0].contender == "echo-less");
  CHECK(design.not_applicable[0].cell == design.cells[2].id());
  CHECK(design.not_applicable[0].reason == "no route 'echo'");
  for (const PlannedBlock& block : design.schedule) {
    const bool is_echo = block.cell.find("echo") == 0;
    CHECK(block.order.size() == (is_echo ? 1 : 3));
  }
}

TEST_CASE("a cell that nobody can do has no blocks; a suite of such cells is an error") {
  const Design design = plan_of(good_suite("client_threads = [1, 4]\n")).design;
  for (const PlannedBlock& block : design.schedule) CHECK(block.cell != "static-52/c1/ct4");
  CHECK(std::count_if(design.not_applicable.begin(), design.not_applicable.end(),
                      [](const NotApplicable& row) { return row.cell == "static-52/c1/ct4"; }) ==
        3);
  const auto text =
      error_of(with_line(good_suite("client_threads = 64\n"), "connections = [1]"), all_but());
  CHECK(contains(text, "no contender can do any cell"));
  CHECK(contains(text, "64 client threads cannot share 1 connection"));
}

TEST_CASE("the sweep is the outer loop: every cell once, in an order that changes") {
  const Design design =
      plan_of(with_line(with_line(good_suite(), "connections = [1, 2, 3, 4, 5]"), "blocks = 8"))
          .design;
  REQUIRE(design.schedule.size() == 8 * 5);
  std::set<Words> cell_orders;
  for (std::size_t sweep = 0; sweep < 8; ++sweep) {
    Words cells;
    for (std::size_t i = 0; i < 5; ++i) {
      const PlannedBlock& block = design.schedule[sweep * 5 + i];
      CHECK(block.sweep == sweep);
      CHECK(std::set<std::string>(block.order.begin(), block.order.end()).size() == 3);
      cells.push_back(block.cell);
    }
    cell_orders.insert(cells);
    CHECK(std::set<std::string>(cells.begin(), cells.end()).size() == 5);
  }
  CHECK(cell_orders.size() > 1);
}

TEST_CASE(
    "within each cell every contender stands in every position equally often, to within one") {
  const Design design = plan_of(with_line(good_suite(), "blocks = 8")).design;
  std::map<std::string, std::map<std::pair<std::string, std::size_t>, int>> places;
  for (const PlannedBlock& block : design.schedule) {
    for (std::size_t i = 0; i < block.order.size(); ++i) ++places[block.cell][{block.order[i], i}];
  }
  CHECK(places.size() == 2);
  for (const auto& [cell, counts] : places) {
    CHECK(counts.size() == 9);
    for (const auto& [place, times] : counts) {
      CHECK(times >= 2);
      CHECK(times <= 3);
    }
  }
}

TEST_CASE("a seed gives one plan, another seed another") {
  const auto text = with_line(good_suite(), "connections = [1, 2, 3, 4, 5]");
  CHECK(plan_of(text, all_but(), 3).design == plan_of(text, all_but(), 3).design);
  CHECK(plan_of(text, all_but(), 3).design.schedule != plan_of(text, all_but(), 4).design.schedule);
}

TEST_CASE("a cell's orders do not depend on which other cells the suite has") {
  const auto orders = [](const std::string& text) {
    std::vector<Words> found;
    for (const PlannedBlock& block : plan_of(text).design.schedule) {
      if (block.cell == "static-52/c10") found.push_back(block.order);
    }
    return found;
  };
  CHECK(orders(good_suite()) == orders(with_line(good_suite(), "connections = [10, 100, 7]")));
}

TEST_CASE("the design carries the rules and lengths of the suite, and the time is their sum") {
  const Design design = plan_of(good_suite("margin = \"5%\"\n")).design;
  CHECK(design.blocks == 4);
  CHECK(design.judgement.margin == Approx(0.05));
  CHECK(design.measure == Nanoseconds(250ms));
  CHECK(design.seed == 1);
  CHECK(measuring_time(design) == 3 * 2 * 4 * 350ms);  // contenders x cells x blocks
}

TEST_CASE("the suites of the source tree read and plan with the source tree's catalogue") {
  const std::string tree = JOUST_SOURCE_DIR;
  const Catalogue catalogue =
      read_catalogue({tree + "/servers/catalogue"}, {tree + "/client/catalogue"});
  const auto plan_of = [&](const std::string& name) {
    return make_plan(load_suite(tree + "/suites/" + name + ".toml", catalogue), catalogue, 1,
                     all_but());
  };
  SECTION("quick") {
    const Plan plan = plan_of("quick");
    CHECK(ids(plan.design) == Words{"evhttp", "beast-async", "nginx", "joust-null"});
    CHECK(plan.design.cells.size() == 6);
    CHECK(plan.design.not_applicable.empty());
    CHECK(measuring_time(plan.design) == 4 * 6 * 8 * 350ms);
  }
  SECTION("static") {
    const Plan plan = plan_of("static");
    CHECK(plan.design.cells.size() == 4 * 3);
    CHECK(plan.design.not_applicable.empty());
  }
  SECTION("echo: the anchor has no echo route") {
    const Plan plan = plan_of("echo");
    CHECK(plan.design.cells.size() == 4 * 3);
    CHECK(plan.design.not_applicable.size() == plan.design.cells.size());
    CHECK(plan.design.not_applicable.front().contender == "joust-null");
  }
}

}  // namespace joust::suites
