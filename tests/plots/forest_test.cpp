#include "plots/series.hpp"
#include "tests/plots/chart_lookup.hpp"
#include "tests/plots/synthetic_run.hpp"
#include "tests/support/catch.hpp"

using joust::Findings;
using joust::Run;
using joust::Verdict;
using joust::plots::Chart;
using joust::plots::Charts;
using joust::plots::charts_of;
using joust::test::figure_of;
using joust::test::get;
using joust::test::says;
using joust::test::synthetic_findings;
using joust::test::synthetic_run;

TEST_CASE("The forest has the geometric means first and all cells in the design's order") {
  const Run run = synthetic_run({.contenders = {"evhttp", "nginx", "h2o"}, .sizes = {52}});
  const Charts made = charts_of(run, synthetic_findings(run));
  const auto& forest = *get(made, "ratio-throughput").forest;
  REQUIRE(forest.sections.size() == 4);
  CHECK(forest.sections[0].summary);
  CHECK(forest.sections[1].heading == "52 B, c = 1");
  CHECK(forest.sections[3].heading == "52 B, c = 100");
  REQUIRE(forest.sections[1].rows.size() == 2);
  CHECK(forest.sections[1].rows[0].label == "nginx");
  CHECK(forest.margin.low == Approx(1 / 1.03));
  CHECK(forest.margin.high == Approx(1.03));
  CHECK(forest.x.log);
  CHECK(says(get(made, "ratio-throughput").caption, "6 comparisons"));
}

TEST_CASE("With one challenger the forest's rows are the cells") {
  const Run run = synthetic_run({.contenders = {"evhttp", "nginx"}, .sizes = {52}});
  const Charts made = charts_of(run, synthetic_findings(run));
  const Chart& chart = get(made, "ratio-throughput");
  CHECK(chart.title == "Throughput of nginx against evhttp");
  REQUIRE(chart.forest->sections.size() == 2);
  CHECK(chart.forest->sections[1].rows.at(1).label == "52 B, c = 10");
}

TEST_CASE("A comparison without a ratio is a row with its word and no point") {
  const Run run = synthetic_run({.contenders = {"evhttp", "nginx"}, .sizes = {52}});
  Findings findings = synthetic_findings(run);
  for (auto& comparison : findings.comparisons) {
    if (comparison.cell != "static-52/c10") continue;
    comparison.ratio.reset();
    comparison.verdict = Verdict::client_limited;
  }
  const Charts made = charts_of(run, findings);
  const auto& row = get(made, "ratio-throughput").forest->sections.at(1).rows.at(1);
  CHECK_FALSE(row.ratio.has_value());
  CHECK(row.word == "client-limited");
  CHECK(says(get(made, "throughput-by-connections-static-52").caption,
             "Not ranked: nginx at c = 10 (client-limited)."));
}

TEST_CASE("Intervals without end are cut at the axis and the caption says so") {
  const Run run = synthetic_run({.contenders = {"evhttp", "nginx"}, .blocks = 2});
  Findings findings = synthetic_findings(run);
  auto& rate = figure_of(findings, "nginx", "static-52/c10").metrics["rate_rps"];
  rate.interval = {{rate.point / 1000, rate.point * 1000}};
  for (auto& comparison : findings.comparisons) comparison.ratio->interval = {{1e-4, 1e4}};
  const Charts made = charts_of(run, findings);
  const Chart& chart = get(made, "throughput-by-connections-static-52");
  CHECK(chart.panels.at(0).y.high < 10 * rate.point);
  CHECK(says(chart.caption, "cut where they leave the picture"));
  CHECK(get(made, "ratio-throughput").forest->x.high < 10);
  CHECK(says(get(made, "ratio-throughput").caption, "cut where they leave the picture"));
}
