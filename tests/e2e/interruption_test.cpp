#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <set>
#include <string>

#include "base/posix.hpp"
#include "results/store/run_directory.hpp"
#include "suites/catalogue/catalogue.hpp"
#include "suites/judge/comparison.hpp"
#include "tests/e2e/measured_run.hpp"
#include "tests/e2e/workshop.hpp"
#include "tests/support/catch.hpp"

namespace joust::e2e {
namespace {

using namespace std::chrono_literals;

/// evhttp, a server that ignores TERM and has a child, and nginx where it is installed.
std::string stubborn_servers(const Workshop& workshop) {
  workshop.add_shell_server("stubborn",
                            "trap '' TERM INT QUIT; " + program("joust-evhttp") +
                                " --port 0 --root {root} & while :; do sleep 1; done",
                            "stop_timeout = \"100ms\"");
  const bool nginx = suites::find_executable("nginx").has_value();
  return nginx ? R"(["evhttp", "stubborn", "nginx"])" : R"(["evhttp", "stubborn"])";
}

bool has_visits(const std::filesystem::path& directory) {
  const auto file = directory / "visits.jsonl";
  return std::filesystem::exists(file) && std::filesystem::file_size(file) > 0;
}

}  // namespace

TEST_CASE("however a run is ended, nothing is left running and what was recorded can be reported") {
  const auto [signal, expected_exit] = GENERATE(table<int, int>({
      {SIGINT, 130},
      {SIGTERM, 130},
      {SIGKILL, 128 + SIGKILL},
  }));
  const Workshop workshop;
  workshop.add_suite("long", tiny_suite(stubborn_servers(workshop)));
  test::Background run(
      workshop.joust_command({"run", "long", "--allow-noise", "--blocks", "500", "--out", "out"}));
  const auto directory = workshop.path() / "out";
  REQUIRE(test::eventually([&] { return has_visits(directory); }, 60s));

  run.send(signal);
  CHECK(run.wait() == expected_exit);
  CHECK(test::eventually([&] { return workshop.left_running().empty(); }, 30s));

  const auto report = workshop.joust({"report", "out"});
  INFO(report.err << report.out);
  CHECK(report.exit_code == 5);  // planned visits are missing
  CHECK(report.out.find("evhttp") != std::string::npos);
  CHECK_FALSE(store::read_run(directory).visits.empty());
}

TEST_CASE("a killed run goes on where it was and ends in the same plan, every visit once") {
  const Workshop workshop;
  workshop.add_suite("short", tiny_suite(R"(["evhttp"])"));
  const auto directory = workshop.path() / "out";
  {
    test::Background run(workshop.joust_command(
        {"run", "short", "--allow-noise", "--blocks", "4", "--seed", "5", "--out", "out"}));
    REQUIRE(test::eventually([&] { return has_visits(directory); }, 60s));
    run.send(SIGKILL);
    run.wait();
  }
  const auto before = store::read_run(directory);
  REQUIRE(before.visits.size() < 16);
  const auto resumed = workshop.joust({"run", "--resume", "out"});
  INFO(resumed.err << resumed.out);
  CHECK(resumed.exit_code == exit_code_over(directory));
  const auto after = store::read_run(directory);
  CHECK(after.run.design == before.run.design);
  const auto counted = suites::counted_visits(after.run, after.visits);
  std::set<std::string> made;
  for (const auto* visit : counted) {
    made.insert(visit->contender + visit->cell + std::to_string(visit->sweep));
  }
  CHECK(counted.size() == 16);  // evhttp and the anchor, two cells, four blocks
  CHECK(made.size() == 16);

  SECTION("and is refused once the suite was edited") {
    workshop.add_suite("short", tiny_suite(R"(["evhttp"])", "[1, 2]"));
    const auto refused = workshop.joust({"run", "--resume", "out"});
    CHECK(refused.exit_code == 2);
    CHECK(refused.err.find("the suite 'short' was edited") != std::string::npos);
  }
}

TEST_CASE("a run that is killed before its first visit leaves nothing running") {
  const Workshop workshop;
  workshop.add_suite("long", tiny_suite(stubborn_servers(workshop)));
  test::Background run(workshop.joust_command({"run", "long", "--allow-noise", "--out", "out"}));
  REQUIRE(test::eventually([&] { return workshop.left_running().size() > 1; }, 60s));
  run.send(SIGKILL);
  run.wait();
  CHECK(test::eventually([&] { return workshop.left_running().empty(); }, 30s));
}

}  // namespace joust::e2e
