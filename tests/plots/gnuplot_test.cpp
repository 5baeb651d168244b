#include "plots/gnuplot.hpp"

#include <locale>

#include "plots/series.hpp"
#include "tests/plots/synthetic_run.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/golden.hpp"

using joust::plots::quoted;
using joust::plots::quoted_tic;
using joust::plots::Script;
using joust::plots::script_for;
using joust::test::golden;

namespace {

/// Decimal comma and dots between thousands, whatever locales are installed.
class CommaNumbers : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

class CommaLocale {
 public:
  CommaLocale() : former_(std::locale::global(std::locale(std::locale(), new CommaNumbers))) {}
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;
  ~CommaLocale() { std::locale::global(former_); }

 private:
  std::locale former_;
};

std::vector<joust::plots::Chart> sample_charts() {
  const auto run = joust::test::synthetic_run({.contenders = {"evhttp", "nginx_1_24", "50% {x}"},
                                               .connections = {1, 10, 100},
                                               .sizes = {52, 21353}});
  auto findings = joust::test::synthetic_findings(run);
  joust::test::figure_of(findings, "evhttp", "static-52/c1").metrics["rate_rps"].interval.reset();
  return joust::plots::charts_of(run, findings).charts;
}

Script sample(const std::string& stem) {
  for (const auto& chart : sample_charts())
    if (chart.stem == stem) return script_for(chart);
  throw std::runtime_error("no chart " + stem);
}

}  // namespace

TEST_CASE("Strings of scripts mean what they say") {
  CHECK(quoted("plain") == "'plain'");
  CHECK(quoted("it's") == "'it''s'");
  CHECK(quoted("`touch x` $HOME \\n \"q\" @home") == "'`touch x` $HOME \\n \"q\" @home'");
  CHECK(quoted("two\nlines") == "'two lines'");
  CHECK(quoted_tic("50% of 'x'") == "'50%% of ''x'''");
}

TEST_CASE("Scripts and data of every kind of chart are as they were looked at") {
  for (const std::string stem :
       {"ratio-throughput", "throughput-by-connections-static-52",
        "latency-by-connections-static-52", "throughput-by-size-get-static-c10"}) {
    const Script script = sample(stem);
    CHECK(script.gp == golden("plots/" + stem + ".gp", script.gp));
    CHECK(script.dat == golden("plots/" + stem + ".dat", script.dat));
  }
}

TEST_CASE("A locale with decimal commas changes no byte of scripts and data") {
  std::vector<Script> plain;
  for (const auto& chart : sample_charts()) plain.push_back(script_for(chart));
  const CommaLocale comma;
  const auto charts = sample_charts();
  REQUIRE(charts.size() == plain.size());
  for (std::size_t i = 0; i < charts.size(); ++i) {
    const Script script = script_for(charts[i]);
    CHECK(script.gp == plain[i].gp);
    CHECK(script.dat == plain[i].dat);
  }
}

TEST_CASE("Data are in base units that their columns name, and a missing interval is no number") {
  const std::string latency = sample("latency-by-connections-static-52").dat;
  CHECK(latency.find("# connections latency_p50_ns low high") != std::string::npos);
  const std::string size = sample("throughput-by-size-get-static-c10").dat;
  CHECK(size.find("# document_bytes body_bytes_per_s low high") != std::string::npos);
  const std::string rate = sample("throughput-by-connections-static-52").dat;
  CHECK(rate.find(" ? ?\n") != std::string::npos);
}

TEST_CASE("Ratios without bounds keep to their column") {
  const auto run = joust::test::synthetic_run({.contenders = {"evhttp", "nginx"}, .blocks = 2});
  auto findings = joust::test::synthetic_findings(run);
  for (auto& comparison : findings.comparisons) comparison.ratio->interval = {{1e-9, 1e12}};
  const auto charts = joust::plots::charts_of(run, findings).charts;
  CHECK(script_for(charts.front()).gp.find("'[<0.001, >999]'") != std::string::npos);
}

TEST_CASE("The forest grows with its rows") {
  const auto height_of = [](std::size_t contenders) {
    joust::test::SyntheticShape shape;
    for (std::size_t i = 0; i < contenders; ++i)
      shape.contenders.push_back("s" + std::to_string(i));
    const auto run = joust::test::synthetic_run(shape);
    const auto charts = joust::plots::charts_of(run, joust::test::synthetic_findings(run)).charts;
    const std::string gp = script_for(charts.front()).gp;
    return std::stod(gp.substr(gp.find("height = ") + 9));
  };
  CHECK(height_of(8) > height_of(4) + 800);
}
