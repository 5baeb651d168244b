#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/posix.hpp"
#include "results/store/run_directory.hpp"
#include "tests/e2e/measured_run.hpp"
#include "tests/e2e/texts.hpp"
#include "tests/e2e/workshop.hpp"
#include "tests/support/catch.hpp"

namespace joust::e2e {
namespace {

constexpr const char* two_servers =
    R"(["evhttp", {name = "evhttp", id = "evhttp-slow", arguments = ["--burn-ns", "20000"]}])";

std::map<std::string, std::string> products_of(const std::filesystem::path& directory) {
  std::map<std::string, std::string> products;
  for (const auto* name : {"summary.json", "tables/results.txt", "tables/results.md",
                           "tables/results.csv", "tables/figures.csv"})
    products[name] = posix::read_file(directory / name);
  return products;
}

}  // namespace

TEST_CASE("a tiny suite ends in a run directory in which everything can be read back") {
  const Workshop workshop;
  workshop.add_suite("tiny", tiny_suite(two_servers));
  const auto finished =
      workshop.joust({"run", "tiny", "--allow-noise", "--out", "out", "--seed", "7"});
  INFO(finished.err << finished.out);
  const auto directory = workshop.path() / "out";
  REQUIRE(finished.exit_code == exit_code_over(directory));

  SECTION("every planned visit was made once, and its accounts balance") {
    const auto stored = store::read_run(directory);
    CHECK(stored.notices.empty());
    CHECK(stored.run.design.seed == 7);
    std::set<std::string> made;
    for (const auto& visit : stored.visits) {
      check_made(visit);
      CHECK(made.insert(visit.contender + visit.cell + std::to_string(visit.sweep)).second);
    }
    CHECK(made.size() == 3 * 2 * 2);  // two servers and the anchor, two cells, two blocks
  }

  SECTION("visits follow the planned order") {
    const auto stored = store::read_run(directory);
    auto visit = stored.visits.begin();
    for (const auto& block : stored.run.design.schedule)
      for (const auto& contender : block.order) {
        REQUIRE(visit != stored.visits.end());
        CHECK(visit->contender == contender);
        CHECK(visit->cell == block.cell);
        CHECK(visit->sweep == block.sweep);
        ++visit;
      }
  }

  SECTION("the summary holds a figure a contender and cell, and comparisons with the reference") {
    const auto summary = nlohmann::json::parse(posix::read_file(directory / "summary.json"));
    CHECK(summary.at("schema") == "joust.summary/1");
    CHECK(summary.at("figures").size() == 6);
    for (const auto& figure : summary.at("figures")) {
      CHECK(figure.at("metrics").empty() == (figure.at("blocks") == 0));
      for (const auto& metric : figure.at("metrics")) CHECK(metric.at("n") == figure.at("blocks"));
    }
    const auto& comparisons = summary.at("comparisons");
    CHECK(std::any_of(comparisons.begin(), comparisons.end(), [](const auto& comparison) {
      return comparison.at("a") == "evhttp-slow" && comparison.at("b") == "evhttp" &&
             comparison.at("metric") == "rate_rps";
    }));
  }

  SECTION("the table, the sentences and the paths are printed") {
    CHECK(holds(finished.out, "evhttp-slow"));
    CHECK(holds(finished.out, "joust-null"));
    CHECK(holds(finished.out, "out/tables"));
  }

  SECTION("reporting again writes the same bytes") {
    const auto before = products_of(directory);
    for (const auto& [name, text] : before) std::filesystem::remove(directory / name);
    const auto report = workshop.joust({"report", "out"});
    CHECK(report.exit_code == finished.exit_code);
    CHECK(products_of(directory) == before);
  }

  SECTION("nothing is left running, no work files are left behind") {
    CHECK(workshop.left_running().empty());
    CHECK_FALSE(std::filesystem::exists(directory / "work"));
  }
}

TEST_CASE("several suites go into one folder with an index, and go on there") {
  const Workshop workshop;
  workshop.add_suite("first", tiny_suite(R"(["evhttp"])", "[1]"));
  workshop.add_suite("second", tiny_suite(R"(["evhttp"])", "[2]"));
  const auto folder = workshop.path() / "both";
  const auto finished =
      workshop.joust({"run", "first", "second", "--allow-noise", "--out", "both", "-q"});
  INFO(finished.err << finished.out);
  CHECK(finished.exit_code ==
        std::max(exit_code_over(folder / "first"), exit_code_over(folder / "second")));
  for (const auto* suite : {"first", "second"}) {
    CHECK(store::read_run(folder / suite).visits.size() == 2 * 2);
    CHECK(holds(posix::read_file(folder / "index.md"), std::string("## ") + suite));
  }
  std::filesystem::remove(folder / "second" / "visits.jsonl");
  const auto resumed = workshop.joust({"run", "--resume", "both", "-q"});
  INFO(resumed.err << resumed.out);
  CHECK(resumed.exit_code ==
        std::max(exit_code_over(folder / "first"), exit_code_over(folder / "second")));
  CHECK(store::read_run(folder / "first").visits.size() == 2 * 2);
  CHECK(store::read_run(folder / "second").visits.size() == 2 * 2);
}

TEST_CASE("clients are compared against one server on the same road") {
  const Workshop workshop;
  workshop.add_suite("clients", R"(
title = "Checking costs"
compare = "clients"
server = "joust-null"
clients = ["joust-load", {name = "joust-load", id = "unchecked", arguments = ["--check", "none"]}]
reference = "joust-load"
connections = [4]
documents = [{route = "static", bytes = 52}]
blocks = 2
measure = "50ms"
warmup = "100ms"
)");
  const auto finished = workshop.joust({"run", "clients", "--allow-noise", "--out", "out"});
  INFO(finished.err << finished.out);
  REQUIRE(finished.exit_code == exit_code_over(workshop.path() / "out"));
  const auto stored = store::read_run(workshop.path() / "out");
  std::set<std::string> contenders;
  for (const auto& visit : stored.visits) {
    check_made(visit);
    contenders.insert(visit.contender);
  }
  CHECK(contenders == std::set<std::string>{"joust-load", "unchecked"});
  CHECK(holds(finished.out, "unchecked"));
}

TEST_CASE(
    "servers that fail are recorded with the reason and the others are measured all the same") {
  const Workshop workshop;
  const auto serve = program("joust-evhttp") + " --port 0 --root {root}";
  workshop.add_shell_server("dies-early", "echo cannot find my socks >&2; exit 3");
  workshop.add_shell_server("never-ready", "echo still dressing >&2; exec sleep 30",
                            "ready_timeout = \"300ms\"");
  workshop.add_shell_server(
      "dies-in-the-middle",
      serve + " & server=$!; sleep 0.2; kill -9 $server; echo out of breath >&2");
  workshop.add_shell_server(
      "finds-nothing", "exec " + program("joust-evhttp") + " --port 0 --root /proc/self/fdinfo");
  std::filesystem::create_directories(workshop.path() / "wrong");
  posix::write_file(workshop.path() / "wrong/52.bin", std::string(52, 'x'));
  workshop.add_shell_server("answers-wrongly", "exec " + program("joust-evhttp") +
                                                   " --port 0 --root " +
                                                   (workshop.path() / "wrong").string());
  const std::map<std::string, std::string> expected_in_reason_or_log = {
      {"dies-early", "cannot find my socks"},
      {"never-ready", "still dressing"},
      {"dies-in-the-middle", ""},
      {"finds-nothing", "404"},
      {"answers-wrongly", ""},
  };
  workshop.add_suite("faulty", tiny_suite(R"(["evhttp", "dies-early", "never-ready",
    "dies-in-the-middle", "finds-nothing", "answers-wrongly"])",
                                          "[2]") +
                                   "\n");
  const auto finished =
      workshop.joust({"run", "faulty", "--allow-noise", "--out", "out", "--set", "measure=300ms"});
  INFO(finished.err << finished.out);
  CHECK(finished.exit_code == 5);
  const auto stored = store::read_run(workshop.path() / "out");
  CHECK(stored.visits.size() == 7 * 2);
  for (const auto& visit : stored.visits) {
    INFO(visit.contender);
    const auto fault = expected_in_reason_or_log.find(visit.contender);
    if (fault == expected_in_reason_or_log.end()) {
      check_made(visit);
      continue;
    }
    CHECK(visit.state != VisitState::valid);
    REQUIRE_FALSE(visit.reasons.empty());
    INFO(visit.reasons.front() << " | " << visit.log_tail);
    CHECK(holds(visit.reasons.front() + visit.log_tail, fault->second));
    CHECK(std::filesystem::exists(workshop.path() / "out" / visit.log));
  }
  CHECK(workshop.left_running().empty());
}

}  // namespace joust::e2e
