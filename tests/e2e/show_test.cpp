#include <string>

#include "base/posix.hpp"
#include "results/store/json_text.hpp"
#include "results/store/run_directory.hpp"
#include "tests/e2e/workshop.hpp"
#include "tests/results/store/samples.hpp"
#include "tests/support/catch.hpp"

namespace joust::e2e {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// A stored run of two cells, one visit in it, and that one invalid.
std::filesystem::path store_invalid_run(const Workshop& workshop) {
  const auto directory = workshop.path() / "run";
  const auto run = test::full_run();
  store::RunWriter writer(directory, run);
  auto visit = test::full_visit();
  visit.cell = run.design.cells.front().id();
  visit.contender = run.design.reference;
  writer.append(visit);
  return directory;
}

}  // namespace

TEST_CASE("a run without a valid visit is shown without a number, with the reason") {
  const Workshop workshop;
  const auto directory = store_invalid_run(workshop);
  const auto before = posix::read_file(directory / "visits.jsonl");
  for (const auto& options : std::vector<std::vector<std::string>>{
           {}, {"--row", "connections"}, {"--table", "times"}, {"--row", "sweep"}}) {
    std::vector<std::string> arguments = {"show", directory.string()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const auto finished = workshop.joust(arguments);
    INFO(finished.out << finished.err);
    CHECK(finished.exit_code == 5);
    CHECK_FALSE(contains(finished.out, "240.1"));  // the rate of the visit that does not count
    CHECK_FALSE(contains(finished.out, "nan"));
  }
  const auto main_table = workshop.joust({"show", directory.string()});
  CHECK(contains(main_table.out, "3 answers with status 404"));
  CHECK(posix::read_file(directory / "visits.jsonl") == before);
}

TEST_CASE("a run shows what is asked for in the form that is asked for") {
  const Workshop workshop;
  const auto directory = store_invalid_run(workshop).string();
  const auto csv = workshop.joust({"show", directory, "--row", "contender", "--col", "connections",
                                   "--only", "contender=joust-load", "--format", "csv"});
  INFO(csv.out << csv.err);
  CHECK(csv.out.substr(0, csv.out.find('\n')) == "contender,c = 1 [us],c = 100 [us]\r");
  const auto markdown = workshop.joust({"show", directory, "--format", "markdown"});
  CHECK(contains(markdown.out, "| cell | client |"));
  const auto mistyped = workshop.joust({"show", directory, "--only", "contender=joust-lod"});
  CHECK(mistyped.exit_code == 2);
  CHECK(contains(mistyped.err, "did you mean 'joust-load'?"));
}

TEST_CASE("a run of another version of the format is refused by name and left as it is") {
  const Workshop workshop;
  const auto directory = store_invalid_run(workshop);
  auto text = posix::read_file(directory / "run.json");
  text.replace(text.find("joust.run/1"), 11, "joust.run/2");
  posix::write_file(directory / "run.json", text);
  const auto finished = workshop.joust({"show", directory.string()});
  CHECK(finished.exit_code == 2);
  CHECK(finished.out.empty());
  CHECK(contains(finished.err, "expected \"joust.run/1\", found \"joust.run/2\""));
  CHECK(contains(finished.err, "read it with the joust that wrote it"));
  CHECK(posix::read_file(directory / "run.json") == text);
}

}  // namespace joust::e2e
