#include "suites/run/visit_log.hpp"

#include <fstream>

#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace joust::suites {
namespace {

void write_to(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::app) << text;
}

}  // namespace

TEST_CASE("a visit's log is its own part of a shared file") {
  const test::TemporaryFolder folder;
  const auto file = folder / "x.log";
  const VisitLog first{file, "first"};
  CHECK(first.tail().empty());
  write_to(file, "one\nREADY port=1\n");
  CHECK(first.ready_port() == 1);
  const VisitLog second{file, "second"};
  CHECK(second.tail().empty());
  CHECK(second.ready_port() == 0);
  write_to(file, "two\n");
  CHECK(second.tail() == "two\n");
  CHECK(first.tail().find("--- second") != std::string::npos);
}

TEST_CASE("a long tail begins with a whole line") {
  const test::TemporaryFolder folder;
  const VisitLog log{folder / "x.log", "x"};
  write_to(log.file(), "a long first line\nsecond\nthird\n");
  CHECK(log.tail(10) == "third\n");
}

TEST_CASE("a READY line counts when it is whole, on a line of its own and names a port") {
  const test::TemporaryFolder folder;
  const VisitLog log{folder / "x.log", "x"};
  write_to(log.file(),
           "not READY port=5\nREADY port=x\nREADY port=0\nREADY port=99999\nREADY port=");
  CHECK(log.ready_port() == 0);
  write_to(log.file(), "8080");
  CHECK(log.ready_port() == 0);
  write_to(log.file(), "\n");
  CHECK(log.ready_port() == 8080);
}

TEST_CASE("contender names become plain file names") {
  CHECK(file_name_for("beast-async:prepared") == "beast-async_prepared");
  CHECK(file_name_for("../etc/x") == "_.._etc_x");
  CHECK(file_name_for("") == "_");
}

}  // namespace joust::suites
