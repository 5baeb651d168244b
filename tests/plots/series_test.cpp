#include "plots/series.hpp"

#include <algorithm>
#include <set>

#include "tests/plots/chart_lookup.hpp"
#include "tests/plots/synthetic_run.hpp"
#include "tests/support/catch.hpp"

using joust::Findings;
using joust::Run;
using joust::Verdict;
using joust::plots::Chart;
using joust::plots::Charts;
using joust::plots::charts_of;
using joust::plots::Series;
using joust::test::figure_of;
using joust::test::find;
using joust::test::get;
using joust::test::says;
using joust::test::synthetic_findings;
using joust::test::synthetic_run;

namespace {

std::set<std::string> stems_of(const Charts& made) {
  std::set<std::string> stems;
  for (const Chart& chart : made.charts) stems.insert(chart.stem);
  return stems;
}

}  // namespace

TEST_CASE("Servers get ratios, throughput and latency a document, both rates a connection count") {
  const Run run = synthetic_run({.contenders = {"evhttp", "nginx"}, .sizes = {52, 21353}});
  const Charts made = charts_of(run, synthetic_findings(run));
  const std::set<std::string> expected{
      "ratio-throughput",
      "ratio-server-cpu",
      "throughput-by-connections-static-52",
      "throughput-by-connections-static-21353",
      "latency-by-connections-static-52",
      "latency-by-connections-static-21353",
      "throughput-by-size-get-static-c1",
      "throughput-by-size-get-static-c10",
      "throughput-by-size-get-static-c100",
  };
  CHECK(stems_of(made) == expected);
  CHECK(made.notices.empty());
}

TEST_CASE("Points are the figures in base units, with their intervals") {
  const Run run = synthetic_run({.contenders = {"evhttp", "nginx"}});
  Findings findings = synthetic_findings(run);
  auto& rate = figure_of(findings, "nginx", "static-52/c10").metrics["rate_rps"];
  // 790328 requests in 15.07 s
  rate.point = 790328 / 15.07;
  rate.interval = {{52000, 53000}};
  const Charts made = charts_of(run, findings);
  const auto& panel = get(made, "throughput-by-connections-static-52").panels.at(0);
  CHECK(panel.y.title == "requests/s");
  CHECK(panel.y.unit == 1);
  const auto& point = panel.series.at(1).points.at(1);
  CHECK(point.x == 10);
  CHECK(point.y == Approx(52443.8).margin(0.1));
  CHECK(point.interval->low == 52000);
  CHECK(panel.y.low == 0);
  CHECK(panel.x.log);
}

TEST_CASE("Latency has p50 beside p99 on one scale, whose unit stands in the axis's title") {
  const Run run = synthetic_run({.contenders = {"evhttp", "nginx"}});
  Findings findings = synthetic_findings(run);
  figure_of(findings, "nginx", "static-52/c1").metrics["latency_p50_ns"].point = 1260000;
  const Charts made = charts_of(run, findings);
  const Chart& chart = get(made, "latency-by-connections-static-52");
  REQUIRE(chart.panels.size() == 2);
  CHECK(chart.panels[0].y.title == "latency p50 [us]");
  CHECK(chart.panels[1].y.title == "latency p99 [us]");
  CHECK(chart.panels[0].y.unit == 1000);
  CHECK(chart.panels[0].series.at(1).points.at(0).y == 1260000);
  CHECK(chart.panels[0].y.low == chart.panels[1].y.low);
  CHECK(chart.panels[0].y.high == chart.panels[1].y.high);
  CHECK(says(chart.caption, "never judged"));
}

TEST_CASE("MB/s are a million bytes of answer bodies a second") {
  const Run run = synthetic_run({.contenders = {"evhttp", "nginx"}});
  Findings findings = synthetic_findings(run);
  auto& rate = figure_of(findings, "evhttp", "static-21353/c10").metrics["rate_rps"];
  rate.point = 1000;
  rate.interval = {{900, 1100}};
  const Charts made = charts_of(run, findings);
  const auto& panel = get(made, "throughput-by-size-get-static-c10").panels.at(1);
  CHECK(panel.y.title == "answer bodies [MB/s]");
  CHECK(panel.y.unit == 1e6);
  const auto& point = panel.series.at(0).points.at(2);
  CHECK(point.x == 21353);
  CHECK(point.y == Approx(21353000));
  CHECK(point.interval->high == Approx(23488300));
}

TEST_CASE("A contender looks the same in all charts of a run, whoever else is missing") {
  const Run run = synthetic_run({.contenders = {"evhttp", "nginx", "h2o"}});
  Findings findings = synthetic_findings(run);
  for (auto& figure : findings.figures) {
    if (figure.contender != "evhttp" || figure.cell.find("static-52/") != 0) continue;
    figure.metrics.clear();
    figure.valid = 0;
  }
  for (const Chart& chart : charts_of(run, findings).charts) {
    for (const auto& panel : chart.panels) {
      for (const Series& series : panel.series) {
        if (series.label == "nginx") CHECK(series.look.index == 1);
        if (series.label == "h2o") CHECK(series.look.index == 2);
        CHECK(series.look.anchor == (series.label == "joust-null (anchor)"));
      }
    }
  }
}

TEST_CASE("What is missing is told with its reason and leaves no point") {
  const Run run = synthetic_run({.contenders = {"evhttp", "nginx"}});
  Findings findings = synthetic_findings(run);
  auto& figure = figure_of(findings, "nginx", "static-52/c100");
  figure.metrics.clear();
  figure.valid = 0;
  figure.reasons = {"the server ended by signal 11"};
  const Charts made = charts_of(run, findings);
  const Chart& chart = get(made, "throughput-by-connections-static-52");
  CHECK(chart.panels.at(0).series.at(1).points.size() == 2);
  CHECK(says(chart.caption,
             "Not drawn: nginx at c = 100 (no valid visit: the server ended by signal 11)."));
}

TEST_CASE("A quantile that too few answers support is missing alone") {
  const Run run = synthetic_run({.contenders = {"evhttp", "nginx"}});
  Findings findings = synthetic_findings(run);
  auto& figure = figure_of(findings, "nginx", "static-52/c1");
  figure.metrics.erase("latency_p99_ns");
  figure.missing["latency_p99_ns"] = "needs 10000 values, has 812";
  const Charts made = charts_of(run, findings);
  const Chart& chart = get(made, "latency-by-connections-static-52");
  CHECK(chart.panels[0].series.at(1).points.size() == 3);
  CHECK(chart.panels[1].series.at(1).points.size() == 2);
  CHECK(says(chart.caption, "p99 of nginx at c = 1 (needs 10000 values, has 812)"));
}

TEST_CASE("A cell that does not apply is excused, not failed") {
  Run run = synthetic_run({.contenders = {"evhttp", "nginx"}});
  Findings findings = synthetic_findings(run);
  run.design.not_applicable.push_back({"nginx", "static-52/c1", "it has no such route"});
  auto& figure = figure_of(findings, "nginx", "static-52/c1");
  figure.metrics.clear();
  figure.valid = figure.planned = 0;
  const Charts made = charts_of(run, findings);
  CHECK(says(get(made, "throughput-by-connections-static-52").caption,
             "nginx at c = 1 (it has no such route)"));
}

TEST_CASE("A run with every visit invalid makes no chart and says why for each") {
  const Run run = synthetic_run({.contenders = {"evhttp", "nginx"}});
  Findings findings = synthetic_findings(run);
  for (auto& figure : findings.figures) {
    figure.metrics.clear();
    figure.valid = 0;
    figure.reasons = {"wrong bytes"};
  }
  for (auto& comparison : findings.comparisons) {
    comparison.ratio.reset();
    comparison.verdict = Verdict::invalid;
    comparison.sentence = "nginx against evhttp: no claim";
  }
  const Charts made = charts_of(run, findings);
  CHECK(made.charts.empty());
  CHECK(made.notices.size() == 2 + 3 + 3 + 3);
  for (const auto& notice : made.notices) CHECK(notice.find("would have no point") != notice.npos);
  CHECK(says(made.notices, "wrong bytes"));
}

TEST_CASE("The anchor alone makes no panel") {
  const Run run = synthetic_run({.contenders = {"evhttp", "nginx"}, .sizes = {52}});
  Findings findings = synthetic_findings(run);
  for (auto& figure : findings.figures) {
    if (figure.contender != "joust-null") figure.metrics.erase("latency_p99_ns");
  }
  const Charts made = charts_of(run, findings);
  CHECK(get(made, "latency-by-connections-static-52").panels.size() == 1);
}

TEST_CASE("Where clients are compared, their CPU a request takes the place of throughput") {
  const Run run =
      synthetic_run({.contenders = {"wrk", "joust-load"}, .compare = joust::Side::clients});
  Findings findings = synthetic_findings(run);
  const Charts made = charts_of(run, findings);
  CHECK(find(made, "throughput-by-connections-static-52") == nullptr);
  const Chart& chart = get(made, "client-cpu-by-connections-static-52");
  CHECK(chart.panels.at(0).y.title == "client CPU per request [us]");
  CHECK(chart.subtitle.find("server: joust-null") != std::string::npos);
  CHECK(find(made, "ratio-client-cpu") != nullptr);

  for (auto& figure : findings.figures) figure.metrics.erase("client_cpu_ns_per_request");
  CHECK(find(charts_of(run, findings), "throughput-by-connections-static-52") != nullptr);
}

TEST_CASE("One block has no intervals, and the caption promises none") {
  const Run run = synthetic_run({.contenders = {"evhttp", "nginx"}, .blocks = 1});
  Findings findings = synthetic_findings(run);
  for (auto& figure : findings.figures)
    for (auto& [id, estimate] : figure.metrics) estimate.interval.reset();
  for (auto& comparison : findings.comparisons) comparison.ratio->interval.reset();
  for (const Chart& chart : charts_of(run, findings).charts) {
    CHECK_FALSE(says(chart.caption, "bars:"));
    CHECK(says(chart.caption, "1 block a cell"));
  }
}

TEST_CASE("Captions name blocks, confidence, margin, machine, run and the closed loop") {
  const Run run = synthetic_run({.contenders = {"evhttp", "nginx"}});
  Findings findings = synthetic_findings(run);
  figure_of(findings, "nginx", "static-52/c10").valid = 7;
  const Charts made = charts_of(run, findings);
  const auto& caption = get(made, "throughput-by-connections-static-52").caption;
  CHECK(says(caption, "7 to 10 valid of 10 blocks a cell"));
  CHECK(says(caption, "99 % intervals"));
  CHECK(says(caption, "margin 3 %"));
  CHECK(says(caption, "closed loop"));
  CHECK(says(caption, "AMD EPYC 7B13 64-Core Processor, 2 CPUs, Linux 6.1.0-25-amd64"));
  CHECK(says(caption, "Run static-20261130T163904Z, joust 0.1.0."));
}

TEST_CASE("One document size makes no chart against size, one concurrency still has figures") {
  const Run run =
      synthetic_run({.contenders = {"evhttp", "nginx"}, .connections = {10}, .sizes = {52}});
  const Charts made = charts_of(run, synthetic_findings(run));
  const std::set<std::string> expected{"ratio-throughput", "ratio-server-cpu",
                                       "throughput-by-connections-static-52",
                                       "latency-by-connections-static-52"};
  CHECK(stems_of(made) == expected);
}

TEST_CASE("Options of the cells keep charts apart") {
  Run run = synthetic_run({.contenders = {"evhttp", "nginx"}, .sizes = {52}});
  const auto cells = run.design.cells;
  for (joust::Cell cell : cells) {
    cell.keepalive = false;
    run.design.cells.push_back(cell);
  }
  const Charts made = charts_of(run, synthetic_findings(run));
  CHECK(find(made, "throughput-by-connections-static-52") != nullptr);
  CHECK(get(made, "throughput-by-connections-static-52-close").title ==
        "Throughput against connections: 52 B, close");
}

TEST_CASE("An empty body has a place against size, and no payload") {
  const Run run = synthetic_run({.contenders = {"evhttp", "nginx"},
                                 .sizes = {0, 52, 21353},
                                 .route = "echo",
                                 .method = "POST"});
  const Charts made = charts_of(run, synthetic_findings(run));
  const Chart& chart = get(made, "throughput-by-size-post-echo-c10");
  CHECK(chart.panels.at(0).series.at(0).points.size() == 3);
  CHECK(chart.panels.at(1).series.at(0).points.size() == 2);
  CHECK(chart.panels.at(0).x.zero_at.has_value());
  CHECK_FALSE(says(chart.caption, "Not drawn"));
}

TEST_CASE("Hostile routes give safe and distinct file names") {
  Run run = synthetic_run({.contenders = {"evhttp", "nginx"}, .sizes = {52}, .route = "a/b"});
  auto cells = run.design.cells;
  for (joust::Cell cell : cells) {
    cell.document.route = "a'b";
    run.design.cells.push_back(cell);
  }
  const Charts made = charts_of(run, synthetic_findings(run));
  CHECK(find(made, "throughput-by-connections-a-b-52") != nullptr);
  CHECK(find(made, "throughput-by-connections-a-b-52-2") != nullptr);
  CHECK(stems_of(made).size() == made.charts.size());
}
