#include "results/tables/tables.hpp"

#include <algorithm>
#include <clocale>
#include <sstream>

#include "tests/results/tables/sample_findings.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/golden.hpp"

namespace tables = joust::tables;
using joust::test::client_report;
using joust::test::golden;
using joust::test::server_report;
using tables::Align;
using tables::Table;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t column(const Table& table, const std::string& title) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].title == title) return i;
  }
  FAIL("no column " + title);
  return 0;
}

}  // namespace

TEST_CASE("The table of servers prints as kept") {
  const auto [run, findings] = server_report();
  const auto table = tables::results_table(run, findings);
  CHECK(tables::as_text(table) == golden("tables/servers.txt", tables::as_text(table)));
  CHECK(tables::as_text(table, 100) ==
        golden("tables/servers-100.txt", tables::as_text(table, 100)));
  CHECK(tables::as_text(table, 80) == golden("tables/servers-80.txt", tables::as_text(table, 80)));
  CHECK(tables::as_markdown(table) == golden("tables/servers.md", tables::as_markdown(table)));
  CHECK(tables::as_csv(table) == golden("tables/servers.csv", tables::as_csv(table)));
}

TEST_CASE("The table of clients leads with the client's CPU") {
  const auto [run, findings] = client_report();
  const auto table = tables::results_table(run, findings);
  CHECK(tables::as_text(table) == golden("tables/clients.txt", tables::as_text(table)));
  CHECK(table.columns.at(2).title == "client CPU [us]");
  CHECK(table.rows.at(1).at(2) == "3.90");
  CHECK(table.rows.at(1).at(4) == "1.359");
}

TEST_CASE("Every metric of every figure is there for machines, in base units") {
  const auto [run, findings] = server_report();
  const auto table = tables::figures_table(run, findings);
  CHECK(tables::as_csv(table) == golden("tables/figures.csv", tables::as_csv(table)));
}

TEST_CASE("A value reads the same in every form, with its unit in the column's title") {
  joust::test::SampleReport report = client_report();
  auto& metrics = report.findings.figures.at(0).metrics;
  metrics["latency_p50_ns"].point = 1'260'000;  // 1260 us
  metrics["rate_rps"].point = 790'328 / 15.07;
  const auto table = tables::results_table(report.run, report.findings);
  const auto& row = table.rows.at(0);
  CHECK(row.at(column(table, "p50 [us]")) == "1260");
  CHECK(row.at(column(table, "requests/s")) == "52444");
  for (const auto& text :
       {tables::as_text(table), tables::as_markdown(table), tables::as_csv(table)}) {
    CHECK(contains(text, "1260"));
    CHECK(contains(text, "52444"));
    CHECK(contains(text, "p50 [us]"));
  }
}

TEST_CASE("Intervals of two blocks that disagree stay readable") {
  auto report = client_report();
  report.findings.figures.at(1).metrics["client_cpu_ns_per_request"].interval = {1e-3, 1e9};
  report.findings.comparisons.at(3).ratio->interval = {0.0562, 1056.097};
  const auto table = tables::results_table(report.run, report.findings);
  CHECK(table.rows.at(1).at(column(table, "+- %")) == ">100");
  CHECK(table.rows.at(1).at(column(table, "99 % interval")) == "[0.0562, 1056]");
  report.findings.comparisons.at(3).ratio->interval = {1.38e-6, 982'652.0};
  const auto wider = tables::results_table(report.run, report.findings);
  CHECK(wider.rows.at(1).at(column(wider, "99 % interval")) == "[<0.0001, >9999]");
}

TEST_CASE("Sentences start with the primary metric's geometric mean") {
  const auto servers = server_report();
  const auto sentences = tables::verdict_sentences(servers.run, servers.findings);
  REQUIRE(sentences.size() == 8);
  CHECK(sentences[0] == "nginx, rate_rps at geometric-mean: faster");
  CHECK(sentences[2] == "nginx, server_cpu_ns_per_request at geometric-mean: faster");
  CHECK(sentences[3] == "nginx, rate_rps at static-52/c10: faster");
  const auto clients = client_report();
  const auto of_one_cell = tables::verdict_sentences(clients.run, clients.findings);
  REQUIRE(of_one_cell.size() == 2);
  CHECK(of_one_cell[0] == "joust-load, client_cpu_ns_per_request at static-52/c100: faster");
}

TEST_CASE("Columns are as wide as their data") {
  Table table;
  table.columns = {{"name", Align::left}, {"n", Align::right}};
  table.rows = {{"a", "1"}, {"longer name", "1234567890"}, {"caf\xc3\xa9", "22"}};
  CHECK(tables::as_text(table) ==
        "name                  n\n"
        "-----------------------\n"
        "a                     1\n"
        "longer name  1234567890\n"
        "caf\xc3\xa9                 22\n");
}

TEST_CASE("A narrow terminal cuts text columns first and leaves whole columns out last") {
  Table table;
  table.columns = {{"name", Align::left}, {"why not", Align::left}, {"rate", Align::right}};
  table.rows = {{"server", "not installed: apt-get install something", "12345"}};
  table.legend = {"A long line of the legend that is broken at a blank."};
  for (std::size_t width = 8; width < 60; ++width) {
    for (const auto& line : lines_of(tables::as_text(table, width))) {
      if (contains(line, "Left") || contains(line, "legend")) continue;
      CHECK(line.size() <= std::max<std::size_t>(width, 9));
    }
  }
  const auto cut = tables::as_text(table, 34);
  CHECK(contains(cut, "not installed: a..."));
  CHECK(contains(cut, "12345"));
  const auto dropped = tables::as_text(table, 24);
  CHECK_FALSE(contains(dropped, "12345"));
  CHECK(contains(dropped, "rate"));  // named as left out
}

TEST_CASE("Pipes, quotes, commas and line ends stay inside their cell") {
  Table table;
  table.columns = {{"a|b", Align::left}, {"c,d", Align::right}};
  table.rows = {{"x|y*z", "say \"hi\""}, {"two\nlines", " padded"}, {"only one"}};
  CHECK(tables::as_markdown(table) ==
        "| a\\|b | c,d |\n| :--- | ---: |\n| x\\|y\\*z | say \"hi\" |\n"
        "| two lines |  padded |\n| only one |  |\n");
  CHECK(tables::as_csv(table) ==
        "a|b,\"c,d\"\r\nx|y*z,\"say \"\"hi\"\"\"\r\n\"two\nlines\",\" padded\"\r\nonly one,\r\n");
  for (const auto& line : lines_of(tables::as_text(table))) {
    CHECK_FALSE(contains(line, "two\n"));
  }
  CHECK(lines_of(tables::as_text(table)).size() == 5);
}

TEST_CASE("A locale with a decimal comma changes no byte of a table") {
  const auto [run, findings] = server_report();
  const auto print = [&run = run, &findings = findings] {
    const auto table = tables::results_table(run, findings);
    return tables::as_text(table) + tables::as_csv(table) +
           tables::as_csv(tables::figures_table(run, findings));
  };
  const std::string expected = print();
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"})
    std::setlocale(LC_ALL, name);
  const std::string text = print();
  std::setlocale(LC_ALL, before.c_str());
  CHECK(text == expected);
}

TEST_CASE("A run without figures still prints a table") {
  auto report = server_report();
  report.findings = {};
  const auto text = tables::as_text(tables::results_table(report.run, report.findings));
  CHECK(contains(text, "nginx"));
  CHECK_FALSE(contains(text, "nan"));
}
