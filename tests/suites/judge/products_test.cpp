// The files that reports make: all of them each time, and none but theirs.
#include "suites/judge/products.hpp"

#include <map>

#include "base/posix.hpp"
#include "tests/suites/judge/synthetic.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace fs = std::filesystem;
using namespace joust::test;

namespace {

using Files = std::map<std::string, std::string>;  // text by path below the run

Files files_below(const fs::path& directory) {
  Files files;
  for (const auto& entry : fs::recursive_directory_iterator(directory))
    if (entry.is_regular_file())
      files[fs::relative(entry.path(), directory).string()] = joust::posix::read_file(entry.path());
  return files;
}

joust::store::StoredRun stored_in(const fs::path& directory, const std::vector<std::string>& names,
                                  std::vector<std::uint32_t> connections) {
  SyntheticSuite suite;
  suite.contenders = names;
  suite.connections = std::move(connections);
  joust::store::StoredRun stored;
  stored.directory = directory;
  stored.run = synthetic_run(suite);
  stored.visits = synthetic_visits(
      stored.run, [](const auto&, const auto&, std::uint32_t sweep) { return 40000.0 + sweep; });
  return stored;
}

Files fresh_products(joust::store::StoredRun stored) {
  const TemporaryFolder folder;
  stored.directory = folder.path();
  joust::suites::write_products(stored);
  return files_below(folder.path());
}

}  // namespace

TEST_CASE("A report leaves no table of an earlier one, and what somebody else put there") {
  const TemporaryFolder folder;
  const auto wide = stored_in(folder.path(), {"evhttp", "nginx", "h2o"}, {1, 10, 100});
  auto narrow = stored_in(folder.path(), {"evhttp", "nginx"}, {10});
  auto invalid = narrow;
  for (auto& visit : invalid.visits) {
    visit.state = joust::VisitState::invalid;
    visit.reasons = {"3 answers with status 404"};
  }
  folder.write("tables/mine.csv", "a,b\r\n");
  folder.write("tables/results.tex", "mine too");
  for (const joust::store::StoredRun* stored :
       std::initializer_list<const joust::store::StoredRun*>{&wide, &narrow, &invalid, &wide}) {
    const auto products = joust::suites::write_products(*stored);
    auto expected = fresh_products(*stored);
    CHECK(products.files.size() == expected.size());
    expected["tables/mine.csv"] = "a,b\r\n";
    expected["tables/results.tex"] = "mine too";
    CHECK(files_below(folder.path()) == expected);
  }
}

TEST_CASE("A report of a run without a valid visit holds reasons and no number") {
  const TemporaryFolder folder;
  auto stored = stored_in(folder.path(), {"evhttp", "nginx"}, {10});
  for (auto& visit : stored.visits) {
    visit.state = joust::VisitState::invalid;
    visit.reasons = {"3 answers with status 404"};
  }
  joust::suites::write_products(stored);
  for (const auto& [name, text] : files_below(folder.path())) {
    INFO(name);
    CHECK(text.find("40000") == std::string::npos);
    CHECK(text.find("nan") == std::string::npos);
    CHECK(text.find("inf") == std::string::npos);
  }
  const auto table = joust::posix::read_file(folder / "tables/results.txt");
  CHECK(table.find("nginx: 3 answers with status 404") != std::string::npos);
}
