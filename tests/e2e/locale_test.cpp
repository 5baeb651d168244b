// A decimal comma in the locale changes no byte of what client, suite and plotter write.
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "base/posix.hpp"
#include "tests/e2e/comma_locale.hpp"
#include "tests/e2e/measured_run.hpp"
#include "tests/e2e/stored_run.hpp"
#include "tests/support/catch.hpp"

namespace joust::e2e {
namespace {

using Environment = std::vector<std::pair<std::string, std::string>>;

/// LC_ALL, or LC_NUMERIC alone. The test's own environment must not overrule the latter.
std::vector<Environment> environments_of(const CommaLocale& locale) {
  Environment all = locale.environment;
  all.emplace_back("LC_ALL", locale.name);
  Environment numeric = locale.environment;
  numeric.emplace_back("LC_ALL", "");
  numeric.emplace_back("LANG", "C");
  numeric.emplace_back("LC_NUMERIC", locale.name);
  return {all, numeric};
}

test::Finished run_in(const Environment& environment, test::Command command) {
  command.environment.insert(command.environment.end(), environment.begin(), environment.end());
  return test::run_to_end(command);
}

const Environment plain = {{"LC_ALL", "C"}};

std::optional<CommaLocale> wanted_locale(const test::TemporaryFolder& folder) {
  auto locale = comma_locale(folder);
  if (!locale) WARN("no locale with a decimal comma here, and none can be made: NOT TESTED");
  return locale;
}

}  // namespace

TEST_CASE("reports and charts of a run are the same bytes in a locale with a decimal comma") {
  const test::TemporaryFolder folder;
  const auto locale = wanted_locale(folder);
  if (!locale) return;
  const Workshop workshop;
  const auto directory = store_run(workshop).string();
  const auto report = workshop.joust_command({"report", directory});
  const auto before = run_in(plain, report);
  REQUIRE(before.exit_code == 0);
  const auto expected = files_of(directory);
  REQUIRE(expected.contains("plots/throughput-by-connections-static-52.dat"));
  for (const auto& environment : environments_of(*locale)) {
    INFO(environment.back().first);
    for (const char* made : {"summary.json", "tables", "plots"})
      std::filesystem::remove_all(directory + "/" + made);
    const auto again = run_in(environment, report);
    CHECK(again.exit_code == 0);
    CHECK(again.out == before.out);
    CHECK(again.err == before.err);
    for (const auto& [name, text] : files_of(directory)) {
      INFO(name);
      CHECK(text == expected.at(name));
    }
    CHECK(files_of(directory).size() == expected.size());
    for (const auto& arguments :
         std::vector<std::vector<std::string>>{{"show", directory, "--format", "csv"},
                                               {"show", directory, "--metric", "rate_rps"},
                                               {"show", directory, "--table", "times"}}) {
      const auto show = workshop.joust_command(arguments);
      CHECK(run_in(environment, show).out == run_in(plain, show).out);
    }
  }
}

TEST_CASE("a run measured in a locale with a decimal comma is reported alike everywhere") {
  const test::TemporaryFolder folder;
  const auto locale = wanted_locale(folder);
  if (!locale) return;
  const Workshop workshop;
  workshop.add_suite("tiny",
                     tiny_suite(R"(["evhttp"])", "[1]") + "margin = \"2.5%\"\nconfidence = 0.95\n");
  int number = 0;
  for (const auto& environment : environments_of(*locale)) {
    const std::string out = "out" + std::to_string(++number);
    const auto finished =
        run_in(environment, workshop.joust_command({"run", "tiny", "--allow-noise", "--set",
                                                    "measure=0.05s", "--out", out, "-q"}));
    INFO(environment.back().first << finished.err << finished.out);
    REQUIRE(finished.exit_code == exit_code_over(workshop.path() / out));
    const auto made = files_of(workshop.path() / out);
    REQUIRE(run_in(plain, workshop.joust_command({"report", out})).exit_code == finished.exit_code);
    for (const auto& [name, text] : files_of(workshop.path() / out)) {
      INFO(name);
      CHECK(made.contains(name));
      if (made.contains(name)) CHECK(text == made.at(name));
    }
    const auto run = nlohmann::json::parse(made.at("run.json"));
    CHECK(run.at("design").at("judgement").at("margin") == 0.025);
  }
}

TEST_CASE("the load client's JSON and options are the same in a locale with a decimal comma") {
  const test::TemporaryFolder folder;
  const auto locale = wanted_locale(folder);
  if (!locale) return;
  for (const auto& environment : environments_of(*locale)) {
    INFO(environment.back().first);
    // Nothing listens on port 1: what is written depends on nobody else.
    test::Command command;
    command.argv = {program("joust-load"), "-c",   "1",        "-n",   "3",
                    "--timeout",           "1.5s", "--format", "json", "-q",
                    "http://127.0.0.1:1/"};
    command.folder = folder.path();
    const auto refused = run_in(environment, command);
    INFO(refused.out << refused.err);
    const auto json = nlohmann::json::parse(refused.out);
    CHECK(json.at("plan").at("timeout_ns") == 1'500'000'000);
    CHECK(json.at("requests").at("failed") == 3);
    CHECK(refused.exit_code == run_in(plain, command).exit_code);
  }
}

}  // namespace joust::e2e
