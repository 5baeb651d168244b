// What is not compared, or not whole: missing values, invalid and failed visits, limits.
#include <map>

#include "suites/judge/comparison.hpp"
#include "tests/suites/judge/synthetic.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/contains.hpp"

using joust::Verdict;
using joust::suites::judge;
using namespace joust::test;

namespace {

const std::string cell = "static-52/c10";
const std::string mean_cell{joust::geometric_mean_cell};

}  // namespace

TEST_CASE("A zero or a missing value is no ratio, and leaves the others alone") {
  SyntheticSuite suite;
  suite.connections = {10, 100};
  const auto run = synthetic_run(suite);
  auto visits = two_servers(run, 1.1, 0.01);
  for (auto& visit : visits) {
    if (visit.contender == "nginx" && visit.cell == cell && visit.sweep == 2) {
      visit.load->rate_rps = 0.0;
    }
    if (visit.cell == cell) visit.load->watched.reset();
  }
  const auto findings = judge(run, visits);
  const auto zero = comparison_of(findings, "nginx", cell);
  CHECK(zero.verdict == Verdict::invalid);
  CHECK_FALSE(zero.ratio);
  CHECK(contains(zero.sentence, "n/a: requests/s of 0 in sweep 3"));  // counted from 1
  CHECK(comparison_of(findings, "nginx", "static-52/c100").verdict == Verdict::faster);
  const auto unmeasured = comparison_of(findings, "nginx", cell, "server_cpu_ns_per_request");
  CHECK(unmeasured.verdict == Verdict::not_comparable);
  CHECK(contains(unmeasured.sentence, "server CPU per request was not measured"));
  const auto mean = comparison_of(findings, "nginx", mean_cell);
  CHECK(mean.verdict == Verdict::faster);
  CHECK(contains(mean.sentence, "over 1 of 2 cells (geometric mean)"));
}

TEST_CASE("A contender with fewer than two valid visits is invalid, with the gate's reason") {
  const auto run = synthetic_run({});
  auto visits = two_servers(run, 1.1, 0.01);
  for (auto& visit : visits) {
    if (visit.contender == "nginx" && visit.sweep > 0) {
      visit.state = joust::VisitState::invalid;
      visit.reasons = {"3 answers with status 404"};
    }
  }
  const auto findings = judge(run, visits);
  const auto comparison = comparison_of(findings, "nginx", cell);
  CHECK(comparison.verdict == Verdict::invalid);
  CHECK(contains(comparison.sentence, "nginx has 1 valid visit of 8: 3 answers with status 404"));
  CHECK(comparison_of(findings, "nginx", mean_cell).verdict == Verdict::invalid);
  CHECK(findings.visits_planned == 16);
  CHECK(findings.visits_valid == 9);
  CHECK(findings.visits_invalid == 7);
}

TEST_CASE("A mean of no cell at all says why: what all of the cells say, or most of them") {
  SyntheticSuite suite;
  suite.connections = {1, 10, 100};
  const auto run = synthetic_run(suite);
  const auto sentence = [&](const std::map<std::string, std::string>& reason_by_cell) {
    auto visits = two_servers(run, 1.1, 0.01);
    for (auto& visit : visits) {
      if (visit.contender != "nginx") continue;
      visit.state = joust::VisitState::failed;
      visit.reasons = {reason_by_cell.at(visit.cell)};
    }
    const auto mean = comparison_of(judge(run, visits), "nginx", mean_cell);
    CHECK(mean.verdict == Verdict::invalid);
    return mean.sentence;
  };
  const std::string start =
      "nginx against evhttp, requests/s over all 3 cells (geometric mean): invalid: in every cell";
  const std::string none = "nginx has 0 valid visits of 8: ";
  CHECK(sentence({{"static-52/c1", "no socks"},
                  {"static-52/c10", "no socks"},
                  {"static-52/c100", "no socks"}}) == start + ": " + none + "no socks");
  CHECK(sentence({{"static-52/c1", "no hat"},
                  {"static-52/c10", "no socks"},
                  {"static-52/c100", "no socks"}}) == start + "; in 2 of 3: " + none + "no socks");
  CHECK(sentence({{"static-52/c1", "no hat"},
                  {"static-52/c10", "no socks"},
                  {"static-52/c100", "no shoes"}}) == start + "; in 1 of 3: " + none + "no hat");
}

TEST_CASE("A mean of no cell at all gives a reason too where the cells' verdicts differ") {
  SyntheticSuite suite;
  suite.connections = {1, 10, 100};
  auto run = synthetic_run(suite);
  run.design.not_applicable = {{"nginx", "static-52/c1", "no route 'echo'"}};
  auto visits = two_servers(run, 1.1, 0.01);
  for (auto& visit : visits) {
    if (visit.contender != "nginx") continue;
    visit.state = joust::VisitState::failed;
    visit.reasons = {"no socks"};
  }
  const auto mean = comparison_of(judge(run, visits), "nginx", mean_cell);
  CHECK(mean.verdict == Verdict::invalid);
  CHECK(contains(mean.sentence,
                 "no cell is valid for both; in 2 of 3: nginx has 0 valid visits of 8: no socks"));
}

TEST_CASE(
    "A mean over cells where the client is the limit names the contender it is the limit of") {
  SyntheticSuite suite;
  suite.connections = {10, 100};
  const auto run = synthetic_run(suite);
  auto visits = two_servers(run, 1.1, 0.01);
  for (auto& visit : visits)
    if (visit.contender == "nginx") visit.marks = {"client-limited"};
  CHECK(comparison_of(judge(run, visits), "nginx", mean_cell).sentence ==
        "nginx against evhttp, requests/s over all 2 cells (geometric mean): client-limited, not "
        "ranked: in every cell: nginx");
}

TEST_CASE("Only cells that both contenders have enter the geometric mean") {
  SyntheticSuite suite;
  suite.connections = {10, 100};
  const auto run = synthetic_run(suite);
  // The same speed in the common cell; the other one is ten times slower and evhttp's alone.
  auto visits = synthetic_visits(run, [](const auto&, const auto& place, std::uint32_t sweep) {
    return (place == cell ? 40000.0 : 4000.0) + sweep;
  });
  for (auto& visit : visits)
    if (visit.contender == "nginx" && visit.cell != cell) visit.state = joust::VisitState::invalid;
  const auto mean = comparison_of(judge(run, visits), "nginx", mean_cell);
  CHECK(mean.verdict == Verdict::equal);
  CHECK(mean.ratio->point == Approx(1.0));
  CHECK(contains(mean.sentence, "over 1 of 2 cells (geometric mean)"));
}

TEST_CASE("An invalid visit is left out with its block, never counted as slow") {
  const auto run = synthetic_run({});
  auto visits = two_servers(run, 1.1, 0.001);
  for (auto& visit : visits) {
    if (visit.contender != "nginx" || visit.sweep != 4) continue;
    visit.load->rate_rps = 10.0;
    visit.state = joust::VisitState::invalid;
    visit.reasons = {"1 answer with wrong content"};
  }
  const auto findings = judge(run, visits);
  const auto comparison = comparison_of(findings, "nginx", cell);
  CHECK(comparison.blocks == 7);
  CHECK(comparison.ratio->point == Approx(1.1).epsilon(0.001));
  const auto& figure = figure_of(findings, "nginx", cell);
  CHECK(figure.valid == 7);
  CHECK(figure.planned == 8);
  CHECK(figure.reasons == std::vector<std::string>{"1 answer with wrong content"});
  CHECK(figure.metrics.at("rate_rps").n == 7);
}

TEST_CASE("What a contender cannot do is not comparable, not a failure") {
  auto run = synthetic_run({});
  run.design.not_applicable = {{"nginx", cell, "no route 'echo'"}};
  std::vector<joust::Visit> visits = two_servers(run, 1.1, 0.01);
  for (auto& block : run.design.schedule) block.order = {"evhttp"};
  visits.erase(std::remove_if(visits.begin(), visits.end(),
                              [](const auto& visit) { return visit.contender == "nginx"; }),
               visits.end());
  const auto findings = judge(run, visits);
  const auto comparison = comparison_of(findings, "nginx", cell);
  CHECK(comparison.verdict == Verdict::not_comparable);
  CHECK(contains(comparison.sentence, "nginx: no route 'echo'"));
  CHECK(findings.visits_planned == findings.visits_valid);
  CHECK(figure_of(findings, "nginx", cell).reasons == std::vector<std::string>{"no route 'echo'"});
}

TEST_CASE("Where the client is the limit servers are not ranked") {
  const auto run = synthetic_run({});
  auto visits = two_servers(run, 1.1, 0.001);
  const auto mark = [&](const std::string& word, std::uint32_t sweeps) {
    for (auto& visit : visits) {
      visit.marks.clear();
      if (visit.contender == "nginx" && visit.sweep < sweeps) visit.marks = {word};
    }
  };
  mark("client-limited", 8);
  const auto limited = comparison_of(judge(run, visits), "nginx", cell);
  CHECK(limited.verdict == Verdict::client_limited);
  CHECK(contains(limited.sentence, "client-limited, not ranked"));
  CHECK(comparison_of(judge(run, visits), "nginx", mean_cell).verdict == Verdict::client_limited);
  mark("client-limited", 3);
  CHECK(comparison_of(judge(run, visits), "nginx", cell).verdict == Verdict::client_limited);
  mark("client-limited", 2);  // the edge of the limit, crossed by chance
  CHECK(comparison_of(judge(run, visits), "nginx", cell).verdict == Verdict::faster);
  mark("latency-bound", 8);
  const auto findings = judge(run, visits);
  CHECK(comparison_of(findings, "nginx", cell).verdict == Verdict::faster);
  CHECK(figure_of(findings, "nginx", cell).marks == std::vector<std::string>{"latency-bound"});
}

TEST_CASE("Where the server is the limit clients keep their ranking by CPU only") {
  SyntheticSuite suite;
  suite.contenders = {"wrk", "joust-load"};
  suite.compare = joust::Side::clients;
  const auto run = synthetic_run(suite);
  auto visits = synthetic_visits(
      run, [](const auto&, const auto&, std::uint32_t sweep) { return 40000.0 + sweep; });
  for (auto& visit : visits) {
    visit.marks = {"server-limited"};
    const std::int64_t cpu = visit.contender == "wrk" ? 5000 : 4000;
    visit.load->usage.window_cpu_ns = (cpu + visit.sweep) * 10'000;
  }
  const auto findings = judge(run, visits);
  CHECK(comparison_of(findings, "joust-load", cell).verdict == Verdict::server_limited);
  const auto cpu = comparison_of(findings, "joust-load", cell, "client_cpu_ns_per_request");
  CHECK(cpu.verdict == Verdict::faster);
  CHECK(contains(cpu.sentence, "joust-load needs 20.0 % ["));
  CHECK(contains(cpu.sentence, "less client CPU per request than wrk"));
  for (const auto& comparison : findings.comparisons) {
    CHECK(comparison.metric != "server_cpu_ns_per_request");
  }
}

TEST_CASE("A server that failed is quoted with the last thing it said, once for all its visits") {
  const auto run = synthetic_run({});
  auto visits = two_servers(run, 1.1, 0.01);
  const auto fail = [&](const std::string& reason, const std::string& log) {
    for (auto& visit : visits) {
      if (visit.contender != "nginx") continue;
      visit.state = joust::VisitState::failed;
      visit.reasons = {reason, "2 requests failed"};
      visit.log_tail =
          log.empty() ? "" : log + " in sweep " + std::to_string(visit.sweep) + " \n\n";
    }
    return judge(run, visits);
  };
  const auto findings = fail("the server: ended before it was ready", "READY\nport\t80 is taken");
  const std::string quoted =
      "the server: ended before it was ready (\"port 80 is taken in sweep 0\")";
  CHECK(figure_of(findings, "nginx", cell).reasons ==
        std::vector<std::string>{quoted, "2 requests failed"});
  CHECK(contains(comparison_of(findings, "nginx", cell).sentence, "of 8: " + quoted));

  CHECK(figure_of(fail("the server ended by itself", ""), "nginx", cell).reasons.front() ==
        "the server ended by itself");
  CHECK(figure_of(fail("the server ended by itself", "READY port=80"), "nginx", cell)
            .reasons.front() == "the server ended by itself");
  CHECK(figure_of(fail("the load client: no result", "GET / 200"), "nginx", cell).reasons.front() ==
        "the load client: no result");
  const auto longer =
      figure_of(fail("the server ended by itself", std::string(239, 'x') + "\xE2\x82\xAC"), "nginx",
                cell)
          .reasons.front();
  CHECK(longer == "the server ended by itself (\"" + std::string(239, 'x') + "...\")");
}
