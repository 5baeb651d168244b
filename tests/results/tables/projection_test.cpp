#include "results/tables/projection.hpp"

#include <algorithm>
#include <sstream>

#include "base/error.hpp"
#include "tests/results/tables/sample_findings.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/golden.hpp"

namespace tables = joust::tables;
using joust::Visit;
using joust::test::golden;
using joust::test::server_report;
using tables::Projection;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

template <typename Act>
std::string refusal(Act&& act) {
  try {
    act();
  } catch (const joust::Error& error) {
    CHECK(error.exit_code() == joust::ExitCode::user_input);
    return error.what();
  }
  return "accepted";
}

/// Every contender in every cell at 10 and 100 connections, the rate telling which: nobody else
/// has its first digits.
joust::test::SampleReport square_report() {
  auto report = server_report();
  auto& cells = report.run.design.cells;
  const auto small = cells.at(0);
  const auto large = cells.at(1);
  cells = {large, small, large, small};
  cells.at(0).connections = 10;
  cells.at(3).connections = 100;
  auto& figures = report.findings.figures;
  const auto sample = figures.front();
  figures.clear();
  double rate = 11'000;
  for (const auto& cell : cells) {
    for (const auto& contender : report.run.design.contenders) {
      auto figure = sample;
      figure.marks.clear();
      figure.contender = contender.id;
      figure.cell = cell.id();
      figure.metrics["rate_rps"].point = rate;
      figure.metrics["rate_rps"].interval = joust::Interval{rate * 0.99, rate * 1.01};
      rate += 1000;
      figures.push_back(std::move(figure));
    }
  }
  return report;
}

Visit visit_of(const std::string& contender, const std::string& cell, std::uint32_t sweep,
               double rate) {
  Visit visit;
  visit.contender = contender;
  visit.cell = cell;
  visit.sweep = sweep;
  visit.load.emplace().rate_rps = rate;
  return visit;
}

/// Rates of evhttp and nginx in three sweeps of the first cell.
std::vector<Visit> some_visits(const joust::Run& run) {
  const auto cell = run.design.cells.at(0).id();
  return {visit_of("evhttp", cell, 0, 80'000), visit_of("nginx", cell, 0, 101'000),
          visit_of("nginx", cell, 1, 102'000), visit_of("evhttp", cell, 1, 81'000),
          visit_of("evhttp", cell, 2, 85'000)};
}

std::vector<const Visit*> pointers_to(const std::vector<Visit>& visits) {
  std::vector<const Visit*> pointers;
  for (const auto& visit : visits) pointers.push_back(&visit);
  return pointers;
}

tables::Projected project(const joust::test::SampleReport& report, const Projection& projection) {
  return tables::projected_table(report.run, report.findings, {}, projection);
}

using Row = std::vector<std::string>;

}  // namespace

TEST_CASE("Two axes of a run print as kept") {
  const auto report = server_report();
  const auto by_cell = project(report, {"", "", "latency_p99_ns", {}});
  CHECK(by_cell.warnings.empty());
  const auto text = tables::as_text(by_cell.table, 80);
  CHECK(text == golden("tables/show-p99.txt", text));
  const auto mixed = project(report, {"route", "contender", "", {}});
  const auto mixed_text = tables::as_text(mixed.table, 80);
  CHECK(mixed_text == golden("tables/show-mixed.txt", mixed_text));
  const auto markdown = tables::as_markdown(mixed.table);
  CHECK(markdown == golden("tables/show-mixed.md", markdown));
}

TEST_CASE("Without row and column a projection shows cells by contenders") {
  const auto report = square_report();
  const auto table = project(report, {}).table;
  CHECK(table.columns.at(0).title == "cell");
  CHECK(table.columns.at(1).title == "evhttp [1/s]");
  CHECK(table.rows.size() == 4);
  CHECK(project(report, {"contender", "", "", {}}).table.columns.at(1).title ==
        "21353 B, c = 10 [1/s]");
  CHECK(project(report, {"", "cell", "", {}}).table.columns.at(0).title == "contender");
}

TEST_CASE("Every value stands under its own conditions, numbers ordered as numbers") {
  const auto table =
      project(square_report(), {"bytes", "connections", "", {"contender=nginx"}}).table;
  REQUIRE(table.columns.size() == 5);
  CHECK(table.columns.at(1).title == "c = 10 [1/s]");
  CHECK(table.columns.at(3).title == "c = 100 [1/s]");
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows.at(0) == Row{"52 B", "16000", "1.0", "24000", "1.0"});
  CHECK(table.rows.at(1) == Row{"21353 B", "12000", "1.0", "20000", "1.0"});
}

TEST_CASE("A place of several conditions shows its range and names what to choose") {
  const auto projected =
      project(square_report(), {"connections", "contender", "", {"contender=evhttp,nginx"}});
  REQUIRE(projected.warnings.size() == 1);
  CHECK(projected.warnings.at(0) ==
        "values in one place vary in bytes: 52, 21353; choose --only bytes=52");
  CHECK(projected.table.rows.at(0) == Row{"10", "11000 .. 15000", "12000 .. 16000"});
  CHECK(contains(projected.table.legend.at(0), projected.warnings.at(0)));
  const auto chosen = project(
      square_report(), {"connections", "contender", "", {"contender=evhttp,nginx", "bytes=52"}});
  CHECK(chosen.warnings.empty());
  CHECK(chosen.table.rows.at(0) == Row{"10", "15000", "1.0", "16000", "1.0"});
}

TEST_CASE("Several conditions that are mixed are told one by one") {
  const auto warnings = project(square_report(), {"route", "method", "", {}}).warnings;
  REQUIRE(warnings.size() == 3);
  CHECK(contains(warnings.at(0), "vary in contender: evhttp, nginx, "));
  CHECK(contains(warnings.at(1), "vary in bytes: 52, 21353;"));
  CHECK(contains(warnings.at(2), "vary in connections: 10, 100; choose --only connections=10"));
}

TEST_CASE("Sweeps are an axis too, shown from the visits and counted from 1") {
  const auto report = server_report();
  const auto visits = some_visits(report.run);
  const auto projected = tables::projected_table(report.run, report.findings, pointers_to(visits),
                                                 {"sweep", "contender", "rate_rps", {}});
  CHECK(projected.warnings.empty());
  const auto& rows = projected.table.rows;
  REQUIRE(rows.size() == 3);
  CHECK(rows.at(0) == Row{"1", "80000", "101000"});
  CHECK(rows.at(2) == Row{"3", "85000", ""});
  const auto second = tables::projected_table(report.run, report.findings, pointers_to(visits),
                                              {"", "", "rate_rps", {"sweep=2"}});
  REQUIRE(second.table.rows.size() == 1);
  CHECK(second.table.rows.at(0) == Row{"52 B, c = 10", "81000", "102000"});
}

TEST_CASE("Visits of another plan count nowhere") {
  const auto report = server_report();
  auto visits = some_visits(report.run);
  visits.push_back(visit_of("stranger", visits.front().cell, 0, 1));
  visits.push_back(visit_of("evhttp", "static-9/c9", 0, 1));
  const auto table = tables::times_table(report.run, pointers_to(visits), {});
  CHECK(table.rows.at(0).at(3) == "80000");
}

TEST_CASE("The classic table has the smallest, mean and largest value over the visits") {
  const auto report = server_report();
  const auto visits = some_visits(report.run);
  const auto table = tables::times_table(report.run, pointers_to(visits), {});
  CHECK(tables::as_text(table, 80) == golden("tables/times.txt", tables::as_text(table, 80)));
  CHECK(table.rows.at(0) == Row{"52 B, c = 10", "evhttp", "3", "80000", "82000", "85000"});
  CHECK(table.rows.at(3) == Row{"52 B, c = 10", "joust-null", "0", "-", "-", "-"});
  const auto part = tables::times_table(report.run, pointers_to(visits),
                                        {"", "", "", {"contender=nginx", "bytes=52"}});
  REQUIRE(part.rows.size() == 1);
  CHECK(part.rows.at(0) == Row{"52 B, c = 10", "nginx", "2", "101000", "101500", "102000"});
  CHECK(contains(refusal([&] {
                   tables::times_table(report.run, {}, {"cell", "", "", {}});
                 }),
                 "leave --row and --col out"));
}

TEST_CASE("What the run does not have is refused with the nearest known word") {
  const auto report = server_report();
  const auto refused = [&](const Projection& projection) {
    return refusal([&] { project(report, projection); });
  };
  CHECK(contains(refused({"conections", "", "", {}}),
                 "--row: no axis is called 'conections'; did you mean 'connections'?"));
  CHECK(contains(refused({"", "contenders", "", {}}), "did you mean 'contender'?"));
  CHECK(contains(refused({"", "", "latency_p98_ns", {}}), "--metric: no metric is called"));
  CHECK(contains(refused({"", "", "rate", {}}), "Known: rate_rps, server_cpu_ns_per_request"));
  CHECK(contains(refused({"", "", "", {"contender=ngins"}}),
                 "--only contender=ngins: the run has no such contender; did you mean 'nginx'?"));
  CHECK(contains(refused({"", "", "", {"bytes=53"}}), "It has: 52, 21353"));
  CHECK(contains(refused({"", "", "", {"byte=52"}}), "--only: no axis is called 'byte'"));
  CHECK(contains(refused({"", "", "", {"bytes"}}), "expected AXIS=VALUE"));
  CHECK(contains(refused({"", "", "", {"bytes="}}), "expected AXIS=VALUE"));
  CHECK(contains(refused({"", "", "", {"bytes=52", "connections=100"}}),
                 "no cell of the run meets all of the conditions"));
  CHECK(contains(refused({"cell", "cell", "", {}}), "both 'cell'; choose two axes"));
}

TEST_CASE("Values are chosen by word, label, size or list") {
  auto report = server_report();
  report.run.design.cells.at(0).document.size = joust::Bytes{1024};
  const auto rows_with = [&](const std::string& only) {
    return project(report, {"cell", "contender", "", {only}}).table.rows.size();
  };
  CHECK(rows_with("bytes=1024") == 1);
  CHECK(rows_with("bytes=1KiB") == 1);
  CHECK(rows_with("bytes=1 KiB") == 1);
  CHECK(rows_with("bytes=1KiB,21353") == 2);
  CHECK(rows_with("cell=1 KiB, c = 10") == 1);
  CHECK(rows_with("document=static-1024") == 1);
  CHECK(rows_with("keepalive=true") == 2);
}

TEST_CASE("The same axis given twice allows either value") {
  const auto report = server_report();
  const auto table =
      project(report, {"", "", "", {"contender=nginx", "contender=evhttp", "bytes=52"}}).table;
  CHECK(table.columns.at(1).title == "evhttp [1/s]");
  CHECK(table.columns.at(3).title == "nginx [1/s]");
  CHECK(table.columns.size() == 5);
}

TEST_CASE("The main table of a part leaves comparisons over all cells out") {
  const auto report = server_report();
  const auto all = tables::results_table_of(report.run, report.findings, {});
  const auto some =
      tables::results_table_of(report.run, report.findings, {"contender=nginx,evhttp"});
  const auto part = tables::results_table_of(report.run, report.findings, {"connections=10"});
  const auto has_mean = [](const tables::Table& table) {
    return std::any_of(table.rows.begin(), table.rows.end(),
                       [](const Row& row) { return row.at(0) == "geometric mean"; });
  };
  CHECK(has_mean(all));
  CHECK(has_mean(some));
  CHECK_FALSE(has_mean(part));
  CHECK(part.rows.size() == 4);
  CHECK(contains(part.title, "only connections=10"));
  CHECK(
      contains(refusal([&] { tables::results_table_of(report.run, report.findings, {"sweep=1"}); }),
               "the main table is over all sweeps"));
}

TEST_CASE("Nothing is made of a run without a valid visit") {
  auto report = server_report();
  report.findings = {};
  for (const Projection& projection : std::vector<Projection>{
           {}, {"connections", "contender", "", {}}, {"route", "method", "latency_p99_ns", {}}}) {
    const auto table = project(report, projection).table;
    for (const auto& row : table.rows) {
      for (std::size_t i = 1; i < row.size(); ++i) CHECK((row.at(i) == "-" || row.at(i).empty()));
    }
  }
  const auto by_sweep =
      tables::projected_table(report.run, report.findings, {}, {"sweep", "", "", {}});
  CHECK(by_sweep.table.rows.empty());
  CHECK(contains(tables::as_text(by_sweep.table), "No valid visit"));
}
