// Run directories that are spoilt, foreign or empty: the exact reason and what to do, no chart or
// number made from nothing, and what was recorded is left as it is.
#include <filesystem>
#include <fmt/format.h>

#include "base/posix.hpp"
#include "suites/catalogue/catalogue.hpp"
#include "tests/e2e/stored_run.hpp"
#include "tests/support/catch.hpp"

namespace joust::e2e {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> readers = {"report", "plot", "show"};

bool holds(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

/// All of what reads a run refuses this one in these words, and changes nothing in it.
void check_refused(const Workshop& workshop, const fs::path& directory, int exit_code,
                   const std::vector<std::string>& words) {
  const auto before = files_of(directory);
  for (const auto& reader : readers) {
    const auto finished = workshop.joust({reader, directory.string()});
    INFO(reader << ": " << finished.out << finished.err);
    CHECK(finished.exit_code == exit_code);
    CHECK(finished.out.empty());
    for (const auto& part : words) CHECK(holds(finished.err, part));
  }
  CHECK(files_of(directory) == before);
}

void replace_first(const fs::path& file, const std::string& what, const std::string& with) {
  std::string text = posix::read_file(file);
  const auto at = text.find(what);
  REQUIRE(at != std::string::npos);
  posix::write_file(file, text.replace(at, what.size(), with));
}

}  // namespace

TEST_CASE("a last line that is cut short is left out with a notice, and stays in the file") {
  const Workshop workshop;
  const auto directory = store_run(workshop);
  const auto file = directory / "visits.jsonl";
  const std::string whole = posix::read_file(file);
  const std::size_t cut = GENERATE(1U, 2U, 500U);
  posix::write_file(file, whole.substr(0, whole.size() - cut));
  const auto recorded = recorded_in(directory);
  for (const auto& reader : readers) {
    const auto finished = workshop.joust({reader, directory.string()});
    INFO(reader << ": " << finished.out << finished.err);
    CHECK(finished.exit_code == 5);  // one planned visit is missing
    CHECK(holds(finished.err, "visits.jsonl: line 48 is cut short and was left out"));
    CHECK(recorded_in(directory) == recorded);
  }
  CHECK(holds(posix::read_file(directory / "tables/results.txt"), "1 of 8 visits were not made"));
}

TEST_CASE("a run whose visits are all invalid gives reasons, no number, and no chart") {
  const Workshop workshop;
  StoredShape shape;
  shape.change = [](Visit& visit) {
    visit.state = VisitState::invalid;
    visit.reasons = {"3 answers with status 404"};
  };
  const auto directory = store_run(workshop, shape);
  const auto recorded = recorded_in(directory);
  for (const auto& reader : readers) {
    const auto finished = workshop.joust({reader, directory.string()});
    INFO(reader << ": " << finished.out << finished.err);
    CHECK(finished.exit_code == 5);
    CHECK_FALSE(holds(finished.out, "4000"));
    CHECK(holds(finished.out + finished.err, "3 answers with status 404"));
    CHECK_FALSE(fs::exists(directory / "plots"));
    CHECK(recorded_in(directory) == recorded);
  }
  for (const auto& [name, text] : files_of(directory)) {
    if (recorded.contains(name)) continue;
    INFO(name);
    for (const char* odd : {"4000", "nan", "inf,", "250500"}) CHECK_FALSE(holds(text, odd));
  }
}

TEST_CASE("charts of a run that was valid once go when its visits are not") {
  const Workshop workshop;
  const auto directory = store_run(workshop);
  REQUIRE(workshop.joust({"report", directory.string()}).exit_code == 0);
  REQUIRE(charts_ending(directory, ".gp") == 4);
  fs::remove(directory / "visits.jsonl");
  const auto finished = workshop.joust({"report", directory.string()});
  INFO(finished.out << finished.err);
  CHECK(finished.exit_code == 5);
  CHECK(holds(finished.err, "visits.jsonl: is missing: no visit was recorded"));
  CHECK_FALSE(fs::exists(directory / "plots"));
  CHECK_FALSE(fs::exists(directory / "visits.jsonl"));
  CHECK_FALSE(holds(posix::read_file(directory / "tables/results.csv"), "4000"));
}

TEST_CASE("a folder that is no run's, or lacks run.json, is named with what was looked for") {
  const Workshop workshop;
  const auto directory = store_run(workshop);
  fs::remove(directory / "run.json");
  check_refused(workshop, directory, 2,
                {directory.string(), "no run.json there: this is not the directory of a run"});
  const auto file = workshop.path() / "notes.txt";
  posix::write_file(file, "mine");
  for (const auto& reader : readers) {
    const auto finished = workshop.joust({reader, file.string()});
    INFO(finished.err);
    CHECK(finished.exit_code == 2);
    CHECK(holds(finished.err, file.string()));
  }
  CHECK(posix::read_file(file) == "mine");
}

TEST_CASE("another format version is refused by name, in the run and in a visit") {
  const Workshop workshop;
  const auto directory = store_run(workshop);
  SECTION("of the run") {
    replace_first(directory / "run.json", "joust.run/1", "joust.run/2");
    check_refused(workshop, directory, 2,
                  {"run.json", "expected \"joust.run/1\", found \"joust.run/2\"",
                   "read it with the joust that wrote it"});
  }
  SECTION("of a visit") {
    replace_first(directory / "visits.jsonl", "joust.visit/1", "joust.visit/9");
    check_refused(workshop, directory, 2,
                  {"visits.jsonl:1: ", "expected \"joust.visit/1\", found \"joust.visit/9\"",
                   "read it with the joust that wrote it"});
  }
}

TEST_CASE("a damaged file is named with the line, what was expected and what to do") {
  const Workshop workshop;
  const auto directory = store_run(workshop);
  SECTION("a line in the middle") {
    replace_first(directory / "visits.jsonl", "\n{", "\n!{");
    check_refused(workshop, directory, 2,
                  {"visits.jsonl:2: ", "restore the file, or delete that line"});
  }
  SECTION("a field of another kind") {
    replace_first(directory / "visits.jsonl", "\"sweep\":0", "\"sweep\":\"none\"");
    check_refused(workshop, directory, 2, {"visits.jsonl:1: ", "sweep", "restore the file"});
  }
  SECTION("a run.json that is cut short") {
    const auto text = posix::read_file(directory / "run.json");
    posix::write_file(directory / "run.json", text.substr(0, text.size() / 2));
    check_refused(workshop, directory, 2, {"run.json"});
  }
  SECTION("a run.json that is something else") {
    posix::write_file(directory / "run.json", "[1, 2]\n");
    check_refused(workshop, directory, 2, {"run.json"});
  }
}

TEST_CASE(
    "files that are not the run's stay where they are, and visits of another plan count not") {
  const Workshop workshop;
  const auto directory = store_run(workshop);
  const std::vector<std::string> foreign = {"notes.txt",      "plots/mine.gp",    "plots/mine.svg",
                                            "tables/old.csv", "visits.jsonl.old", "logs/x.log"};
  for (const auto& name : foreign) {
    fs::create_directories((directory / name).parent_path());
    posix::write_file(directory / name, "mine");
  }
  const std::string line =
      posix::read_file(directory / "visits.jsonl").substr(0, std::string::npos);
  std::string stranger = line.substr(0, line.find('\n') + 1);
  const auto at = stranger.find("\"contender\":\"evhttp\"");
  REQUIRE(at != std::string::npos);
  stranger.replace(at, 20, "\"contender\":\"apache\"");
  posix::write_file(directory / "visits.jsonl", line + stranger);
  const auto finished = workshop.joust({"report", directory.string()});
  INFO(finished.out << finished.err);
  CHECK(finished.exit_code == 0);
  CHECK(holds(finished.out, "1 recorded visits are not in the run's plan and were left out"));
  for (const auto& name : foreign) CHECK(posix::read_file(directory / name) == "mine");
  for (const auto& [name, text] : files_of(directory))
    if (name != "visits.jsonl") CHECK_FALSE(holds(text, "apache"));
}

TEST_CASE("a script whose data file is gone draws no empty picture by hand") {
  const Workshop workshop;
  const auto directory = store_run(workshop);
  auto command = workshop.joust_command({"report", directory.string()});
  command.environment.emplace_back("PATH", "/nowhere");
  REQUIRE(test::run_to_end(command).exit_code == 0);
  if (!suites::find_executable("gnuplot")) {
    WARN("no gnuplot here: NOT TESTED");
    return;
  }
  for (const char* stem : {"ratio-throughput", "throughput-by-connections-static-52"}) {
    fs::remove(directory / "plots" / fmt::format("{}.dat", stem));
    test::Command draw;
    draw.argv = {"gnuplot", fmt::format("{}.gp", stem)};
    draw.folder = directory / "plots";
    const auto finished = test::run_to_end(draw);
    INFO(finished.out << finished.err);
    CHECK(finished.exit_code != 0);
    CHECK(holds(finished.err, fmt::format("{}.dat", stem)));
    CHECK(charts_ending(directory, ".svg") == 0);
    CHECK(charts_ending(directory, ".png") == 0);
  }
}

}  // namespace joust::e2e
