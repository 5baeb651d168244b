// What `joust report` and `joust plot` make of runs that are odd, on machines that lack something.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/posix.hpp"
#include "suites/catalogue/catalogue.hpp"
#include "tests/e2e/stored_run.hpp"
#include "tests/e2e/texts.hpp"
#include "tests/support/catch.hpp"

namespace joust::e2e {
namespace {

namespace fs = std::filesystem;

bool has_gnuplot() { return suites::find_executable("gnuplot").has_value(); }

/// A folder for PATH with a `gnuplot` of that body in it; none where the body is empty.
std::string path_with_gnuplot(const Workshop& workshop, std::string_view body) {
  const fs::path folder = workshop.path() / "path";
  fs::create_directories(folder);
  if (!body.empty()) {
    posix::write_file(folder / "gnuplot", fmt::format("#!/bin/sh\n{}\n", body));
    fs::permissions(folder / "gnuplot", fs::perms(0755));
  }
  return folder.string();
}

test::Finished joust_in(const Workshop& workshop, const std::string& path,
                        const std::vector<std::string>& arguments) {
  auto command = workshop.joust_command(arguments);
  command.environment.emplace_back("PATH", path);
  return test::run_to_end(command);
}

/// No value that stands for none: "nan", "inf" as words of their own.
void check_no_odd_number(const std::map<std::string, std::string>& files) {
  for (const auto& [name, text] : files) {
    if (name.starts_with("run.json") || name.ends_with(".svg")) continue;
    INFO(name);
    for (const char* before : {" ", ",", ":", "[", "\n", "-"})
      for (const char* odd : {"nan", "inf", "Infinity", "NaN"})
        for (const char* after : {" ", ",", "\n", "]", "\r"})
          CHECK_FALSE(holds(text, fmt::format("{}{}{}", before, odd, after)));
  }
}

nlohmann::json summary_of(const fs::path& directory) {
  return nlohmann::json::parse(posix::read_file(directory / "summary.json"));
}

nlohmann::json figure_in(const nlohmann::json& summary, const std::string& contender,
                         const std::string& cell) {
  for (const auto& figure : summary.at("figures"))
    if (figure.at("contender") == contender && figure.at("cell") == cell) return figure;
  FAIL("no figure");
  return {};
}

}  // namespace

TEST_CASE("where gnuplot is missing, fails or is old, one line says which charts are missing") {
  struct Case {
    std::string body;
    std::string why;
  };
  const auto [body, why] = GENERATE(values<Case>({
      {"", "there is no gnuplot in PATH"},
      {"exit 1", "gnuplot exited with 1"},
      {"echo 'libcairo.so: not found' >&2; exit 1", "exited with 1: libcairo.so: not found"},
      {"echo 'gnuplot 4.6 patchlevel 6'", "gnuplot 4.6 patchlevel 6"},
  }));
  const Workshop workshop;
  const fs::path directory = store_run(workshop);
  const auto recorded = recorded_in(directory);
  for (const char* command : {"report", "plot"}) {
    const auto finished =
        joust_in(workshop, path_with_gnuplot(workshop, body), {command, directory.string()});
    INFO(command << ": " << body << "\n" << finished.out << finished.err);
    CHECK(finished.exit_code == 0);
    const auto lines = lines_with(finished.err, "not drawn");
    REQUIRE(lines.size() == 1);
    CHECK(finished.err == lines[0] + "\n");
    for (const char* chart : {"ratio-throughput", "throughput-by-connections-static-52",
                              "latency-by-connections-static-52"})
      CHECK(holds(lines[0], chart));
    CHECK(holds(lines[0], why));
    CHECK(holds(lines[0], "Install gnuplot 5.0 or later"));
    CHECK(holds(lines[0], "joust plot"));
    CHECK(charts_ending(directory, ".gp") == 4);
    CHECK(charts_ending(directory, ".dat") == 4);
    CHECK(charts_ending(directory, ".svg") == 0);
    CHECK(charts_ending(directory, ".png") == 0);
    CHECK(recorded_in(directory) == recorded);
  }
  // Tables are those of a machine with gnuplot, byte for byte.
  auto without = files_of(directory);
  REQUIRE(workshop.joust({"report", directory.string()}).exit_code == 0);
  for (const auto& [name, text] : files_of(directory)) {
    INFO(name);
    if (!name.ends_with(".svg")) CHECK(without[name] == text);
  }
}

TEST_CASE("a value has the same digits and its unit in table, CSV, JSON, data file and axis") {
  const Workshop workshop;
  StoredShape shape;
  shape.connections = {10, 100};
  shape.made = [](const auto&, const auto&, std::uint32_t) {
    return Made{790'328 / 15.07, 1'260'000};
  };
  const fs::path directory = store_run(workshop, shape);
  const auto report = workshop.joust({"report", directory.string()});
  INFO(report.err << report.out);
  REQUIRE(report.exit_code == 0);
  const auto files = files_of(directory);

  for (const std::string& text :
       {report.out, files.at("tables/results.txt"), files.at("tables/results.md")}) {
    for (const char* part : {"requests/s", "52444", "p50 [ms]", "1.26"}) CHECK(holds(text, part));
  }
  const std::string& csv = files.at("tables/results.csv");
  CHECK(csv_field(csv, 1, "requests/s") == "52444");
  CHECK(csv_field(csv, 1, "p50 [ms]") == "1.26");
  CHECK(csv_field(csv, 1, "p99 [ms]") == "1.26");
  CHECK(csv_field(csv, 1, "max [ms]") == "1.26");

  const std::string& figures = files.at("tables/figures.csv");
  CHECK(holds(figures, "static-52/c10,evhttp,latency_p50_ns,ns,lower,1260000,"));
  CHECK(holds(figures, "static-52/c10,evhttp,rate_rps,1/s,higher,52443."));
  const auto metrics = figure_in(summary_of(directory), "evhttp", "static-52/c10").at("metrics");
  CHECK(metrics.at("latency_p50_ns").at("point") == 1'260'000);
  CHECK(metrics.at("latency_p50_ns").at("unit") == "ns");
  CHECK(metrics.at("rate_rps").at("point").get<double>() == Approx(790'328 / 15.07));
  CHECK(metrics.at("rate_rps").at("unit") == "1/s");

  const std::string& rates = files.at("plots/throughput-by-connections-static-52.dat");
  CHECK(holds(rates, "# connections rate_rps low high\n10 52443.7956 "));
  const std::string& rate_script = files.at("plots/throughput-by-connections-static-52.gp");
  CHECK(holds(rate_script, "= 'requests/s'"));
  CHECK(holds(rate_script, "'60 000' 60000"));
  CHECK(holds(rate_script, "unit = 1.0\n"));
  const std::string& times = files.at("plots/latency-by-connections-static-52.dat");
  CHECK(holds(times, "# connections latency_p50_ns low high\n10 1260000 "));
  const std::string& time_script = files.at("plots/latency-by-connections-static-52.gp");
  CHECK(holds(time_script, "= 'latency p50 [us]'"));
  CHECK(holds(time_script, "'1 000' 1000, '2 000' 2000"));
  CHECK(holds(time_script, "unit = 1000.0\n"));

  const auto shown =
      workshop.joust({"show", directory.string(), "--metric", "latency_p50_ns", "--format", "csv"});
  CHECK(holds(shown.out, "cell,evhttp [ms]"));
  CHECK(holds(shown.out, ",1.26,"));
}

TEST_CASE("a rate of 0 and a reference whose p99 is 0 cost their own cells and nothing else") {
  const Workshop workshop;
  StoredShape shape;
  shape.made = [](const std::string& contender, const std::string& cell, std::uint32_t sweep) {
    Made made{40'000.0 + sweep, 250'000};
    if (cell == "static-52/c10" && contender == "nginx") made.rate_rps = 0;
    if (cell == "static-52/c10" && contender == "evhttp") made.latency_ns = 0;
    if (cell == "static-52/c1" && contender == "nginx") made.rate_rps *= 1.2;
    return made;
  };
  const fs::path directory = store_run(workshop, shape);
  const auto report = workshop.joust({"report", directory.string()});
  INFO(report.err << report.out);
  CHECK(report.exit_code == 0);
  const auto files = files_of(directory);
  check_no_odd_number(files);

  const std::string& csv = files.at("tables/results.csv");
  CHECK(csv_field(csv, 2, "server") == "nginx");
  CHECK(csv_field(csv, 2, "vs evhttp") == "1.200");
  CHECK(csv_field(csv, 5, "server") == "nginx");
  CHECK(csv_field(csv, 5, "vs evhttp") == "n/a");
  CHECK(csv_field(csv, 4, "p99 [us]") == "0");
  CHECK(csv_field(csv, 5, "p99 [us]") == "250");
  CHECK(holds(report.out, "n/a: requests/s of 0 in sweep 1"));
  const auto summary = summary_of(directory);
  for (const auto& comparison : summary.at("comparisons")) {
    if (comparison.at("metric") != "rate_rps") continue;
    const bool is_zero = comparison.at("cell") == "static-52/c10";
    CHECK(comparison.contains("ratio") == !is_zero);
    CHECK((comparison.at("verdict") == "invalid") == is_zero);
  }
  for (const char* name : {"tables/results.txt", "tables/results.md", "tables/figures.csv",
                           "plots/ratio-throughput.gp", "plots/ratio-throughput.dat",
                           "plots/latency-by-connections-static-52.gp"})
    CHECK(files.contains(name));
  CHECK(holds(files.at("plots/latency-by-connections-static-52.gp"),
              "0 has no place on a logarithmic scale"));
  if (has_gnuplot()) CHECK(charts_ending(directory, ".svg") == charts_ending(directory, ".gp"));
}

TEST_CASE("names are drawn and tabled as they are") {
  const Workshop workshop;
  StoredShape shape;
  shape.contenders = {"nginx_1_24", "a^2", "{x}", "50%", "@home", "~x", "two words", "a & b"};
  shape.title = "Names_1 ^2 {x} 50% @home ~x";
  const fs::path directory = store_run(workshop, shape);
  const auto report = workshop.joust({"report", directory.string()});
  INFO(report.err << report.out);
  CHECK(report.exit_code == 0);
  const auto files = files_of(directory);
  for (std::size_t i = 0; i < shape.contenders.size(); ++i) {
    CHECK(csv_field(files.at("tables/results.csv"), i + 1, "server") == shape.contenders[i]);
    CHECK(holds(files.at("tables/results.txt"), shape.contenders[i]));
    CHECK(holds(files.at("plots/ratio-throughput.gp"), "'" + shape.contenders[i] + "'") == (i > 0));
  }
  for (const auto& [name, text] : files) CHECK(name.find_first_of(" ^{}%@~&") == std::string::npos);
  if (!has_gnuplot()) {
    WARN("no gnuplot here: nothing drawn");
    return;
  }
  CHECK(report.err.empty());
  const std::string& forest = files.at("plots/ratio-throughput.svg");
  CHECK(holds(forest, ">Throughput of each against nginx_1_24<"));
  CHECK(holds(forest, ">Names_1 ^2 {x} 50% @home ~x"));
  for (const char* name : {"a^2", "{x}", "50%", "@home", "~x", "two words", "a &amp; b"})
    CHECK(holds(forest, fmt::format(">{}<", name)));
  const std::string& lines = files.at("plots/throughput-by-connections-static-52.svg");
  for (const char* name : {"nginx_1_24", "a^2", "{x}", "50%", "@home", "~x", "two words"})
    CHECK(holds(lines, fmt::format(">{}<", name)));
  // The PNG is drawn from the same words by the same script, with mark-up off as well.
  CHECK(lines_with(files.at("plots/ratio-throughput.gp"), "set terminal").size() == 2);
  for (const auto& line : lines_with(files.at("plots/ratio-throughput.gp"), "set terminal"))
    CHECK(holds(line, " noenhanced "));
  CHECK(charts_ending(directory, ".png") == charts_ending(directory, ".gp"));
}

TEST_CASE("a contender that became invalid takes its charts along, and leaves the user's files") {
  const Workshop workshop;
  StoredShape shape;
  const fs::path directory = store_run(workshop, shape);
  REQUIRE(workshop.joust({"report", directory.string()}).exit_code == 0);
  REQUIRE(fs::exists(directory / "plots/ratio-throughput.gp"));
  posix::write_file(directory / "plots/mine.gp", "plot sin(x)\n");
  posix::write_file(directory / "tables/mine.csv", "a,b\n");
  // As if nginx had failed in every block of the same run.
  auto text = posix::read_file(directory / "visits.jsonl");
  std::string changed;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    auto visit = nlohmann::json::parse(text.substr(at, end - at));
    if (visit.at("contender") == "nginx") {
      visit["state"] = "failed";
      visit["reasons"] = {"the server: ended before it was ready: exit status 6"};
    }
    changed += visit.dump() + "\n";
    at = end + 1;
  }
  posix::write_file(directory / "visits.jsonl", changed);
  for (const char* command : {"plot", "report"}) {
    const auto finished = workshop.joust({command, directory.string()});
    INFO(command << finished.err << finished.out);
    CHECK(finished.exit_code == 5);
    for (const char* ending : {".gp", ".dat", ".svg", ".png"})
      CHECK_FALSE(fs::exists(directory / (std::string{"plots/ratio-throughput"} + ending)));
    CHECK(fs::exists(directory / "plots/throughput-by-connections-static-52.gp"));
    CHECK(holds(finished.err, "no chart 'Throughput of nginx against evhttp'"));
    CHECK(holds(finished.err, "ended before it was ready: exit status 6"));
  }
  CHECK(fs::exists(directory / "plots/mine.gp"));
  CHECK(fs::exists(directory / "tables/mine.csv"));
}

}  // namespace joust::e2e
