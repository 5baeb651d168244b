#include <csignal>
#include <filesystem>
#include <fmt/format.h>

#include "base/posix.hpp"
#include "results/store/run_directory.hpp"
#include "suites/catalogue/catalogue.hpp"
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
  REQUIRE(test::eventually([&] { return has_visits(directory); }, 20s));

  run.send(signal);
  CHECK(run.wait() == expected_exit);
  CHECK(test::eventually([&] { return workshop.left_running().empty(); }, 5s));

  const auto report = workshop.joust({"report", "out"});
  INFO(report.err << report.out);
  CHECK(report.exit_code == 5);  // planned visits are missing
  CHECK(report.out.find("evhttp") != std::string::npos);
  CHECK_FALSE(store::read_run(directory).visits.empty());
}

TEST_CASE("a run that is killed before its first visit leaves nothing running") {
  const Workshop workshop;
  workshop.add_suite("long", tiny_suite(stubborn_servers(workshop)));
  test::Background run(workshop.joust_command({"run", "long", "--allow-noise", "--out", "out"}));
  REQUIRE(test::eventually([&] { return workshop.left_running().size() > 1; }, 20s));
  run.send(SIGKILL);
  run.wait();
  CHECK(test::eventually([&] { return workshop.left_running().empty(); }, 5s));
}

}  // namespace joust::e2e
