#include "results/store/run_directory.hpp"

#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "base/posix.hpp"
#include "results/store/json_text.hpp"
#include "tests/results/store/samples.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace fs = std::filesystem;
namespace store = joust::store;
using joust::test::full_run;
using joust::test::full_visit;
using joust::test::TemporaryFolder;

namespace {

template <typename Act>
std::string refusal(Act&& act, joust::ErrorKind kind = joust::ErrorKind::user_input) {
  try {
    act();
  } catch (const joust::Error& error) {
    CHECK(error.kind() == kind);
    return error.what();
  }
  return "accepted";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

joust::Visit numbered_visit(std::uint32_t sweep) {
  auto visit = full_visit();
  visit.sweep = sweep;
  return visit;
}

fs::path written_run(const TemporaryFolder& folder, std::uint32_t visits) {
  store::RunWriter writer(folder / "run", full_run());
  for (std::uint32_t i = 0; i < visits; ++i) writer.append(numbered_visit(i));
  return writer.directory();
}

void append_text(const fs::path& path, std::string_view text) {
  std::ofstream out(path, std::ios::app | std::ios::binary);
  out << text;
}

}  // namespace

TEST_CASE("A run reads back from its directory, visits in order") {
  const TemporaryFolder folder;
  const auto directory = written_run(folder, 3);
  CHECK(fs::is_directory(directory / "logs"));
  const auto stored = store::read_run(directory);
  CHECK(stored.run.design == full_run().design);
  REQUIRE(stored.visits.size() == 3);
  for (std::uint32_t i = 0; i < 3; ++i) CHECK(stored.visits[i].sweep == i);
  CHECK(stored.notices.empty());
  CHECK(stored.directory == directory);
}

TEST_CASE("A visit can be read as soon as it was appended") {
  const TemporaryFolder folder;
  store::RunWriter writer(folder / "run", full_run());
  CHECK(store::read_run(folder / "run").visits.empty());
  writer.append(numbered_visit(0));
  CHECK(store::read_run(folder / "run").visits.size() == 1);
}

TEST_CASE("A last line that is cut short is left out with a notice") {
  const TemporaryFolder folder;
  const auto directory = written_run(folder, 2);
  const auto path = directory / "visits.jsonl";
  const std::string line = store::to_json(numbered_visit(2));
  SECTION("in the middle") { append_text(path, line.substr(0, line.size() / 2)); }
  SECTION("at its end") { append_text(path, line); }
  SECTION("as blocks that never reached the disk") { append_text(path, std::string(100, '\0')); }
  SECTION("as half a line with an end") { append_text(path, line.substr(0, 40) + "\n"); }
  const auto stored = store::read_run(directory);
  CHECK(stored.visits.size() == 2);
  REQUIRE(stored.notices.size() == 1);
  CHECK(stored.notices[0] == "visits.jsonl: line 3 is cut short and was left out");
}

TEST_CASE("A reopened run goes on after its last whole line") {
  const TemporaryFolder folder;
  const auto directory = folder / "run";
  store::RunWriter(directory, full_run()).append(numbered_visit(1));
  std::ofstream(directory / "visits.jsonl", std::ios::app) << R"({"schema":"joust.vis)";
  store::RunWriter::reopen(directory).append(numbered_visit(2));
  const auto stored = store::read_run(directory);
  CHECK(stored.notices.empty());
  REQUIRE(stored.visits.size() == 2);
  CHECK(stored.visits[0].sweep == 1);
  CHECK(stored.visits[1].sweep == 2);
}

TEST_CASE("A run that is being written cannot be reopened by another writer") {
  const TemporaryFolder folder;
  const auto directory = folder / "run";
  const store::RunWriter writer(directory, full_run());
  CHECK(contains(refusal([&] { store::RunWriter::reopen(directory); }), "another process"));
}

TEST_CASE("A bad line before the last is an error that names it") {
  const TemporaryFolder folder;
  const auto directory = written_run(folder, 1);
  const auto path = directory / "visits.jsonl";
  append_text(path, "{\"schema\":\n");
  append_text(path, store::to_json(numbered_visit(1)) + "\n");
  const auto message = refusal([&] { store::read_run(directory); });
  CHECK(contains(message, "visits.jsonl:2: is not JSON"));
  CHECK(contains(message, "delete that line"));
}

TEST_CASE("A whole last line of another schema is an error, not a torn one") {
  const TemporaryFolder folder;
  const auto directory = written_run(folder, 1);
  append_text(directory / "visits.jsonl", "{\"schema\":\"joust.visit/9\"}\n");
  CHECK(contains(refusal([&] { store::read_run(directory); }),
                 "visits.jsonl:2: schema: expected \"joust.visit/1\", found \"joust.visit/9\""));
}

TEST_CASE("A folder that holds no run is named as such") {
  const TemporaryFolder folder;
  CHECK(contains(refusal([&] { store::read_run(folder.path()); }), "no run.json there"));
  folder.write("run.json", "{\"schema\":\"joust.run/7\"}");
  CHECK(contains(refusal([&] { store::read_run(folder.path()); }), "joust.run/7"));
}

TEST_CASE("A run without its visits file has no visits and says so") {
  const TemporaryFolder folder;
  const auto directory = written_run(folder, 0);
  fs::remove(directory / "visits.jsonl");
  const auto stored = store::read_run(directory);
  CHECK(stored.visits.empty());
  CHECK(stored.notices.size() == 1);
}

TEST_CASE("A run never writes into a folder that holds something") {
  const TemporaryFolder folder;
  folder.write("run/notes.txt", "mine");
  CHECK(contains(refusal([&] { store::RunWriter(folder / "run", full_run()); }), "already holds"));
  CHECK_FALSE(fs::exists(folder / "run/run.json"));
  folder.write("file", "");
  CHECK(contains(refusal([&] { store::RunWriter(folder / "file", full_run()); }), "not a folder"));
  fs::create_directories(folder / "empty");
  CHECK(refusal([&] { store::RunWriter(folder / "empty", full_run()); }) == "accepted");
}

TEST_CASE("A full disk is the machine's fault and keeps what was recorded") {
  const TemporaryFolder folder;
  const auto directory = written_run(folder, 2);
  const auto full = joust::posix::open_append("/dev/full");
  const auto message = refusal(
      [&] {
        joust::posix::append_synced(full.get(), store::to_json(numbered_visit(2)) + "\n",
                                    "/dev/full");
      },
      joust::ErrorKind::machine);
  CHECK(contains(message, "/dev/full"));
  CHECK(contains(message, "No space left"));
  CHECK(store::read_run(directory).visits.size() == 2);
}

TEST_CASE("Products are written whole, into folders made for them, over older ones") {
  const TemporaryFolder folder;
  store::write_product(folder.path(), "tables/results.txt", "old and longer\n");
  store::write_product(folder.path(), "tables/results.txt", "new\n");
  CHECK(joust::posix::read_file(folder / "tables/results.txt") == "new\n");
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder / "tables")) ++files;
  CHECK(files == 1);
}

TEST_CASE("The latest link moves to the newest run and stays relative") {
  const TemporaryFolder folder;
  const auto link = folder / "results/latest";
  fs::create_directories(folder / "results/runs/a");
  fs::create_directories(folder / "results/runs/b");
  CHECK(store::update_latest_link(link, folder / "results/runs/a").empty());
  CHECK(fs::read_symlink(link) == "runs/a");
  CHECK(store::update_latest_link(link, folder / "results/runs/b").empty());
  CHECK(fs::read_symlink(link) == "runs/b");
  CHECK(fs::equivalent(link, folder / "results/runs/b"));
}

TEST_CASE("A latest link that cannot be made is a notice") {
  const TemporaryFolder folder;
  folder.write("results/latest/file", "in the way");
  const auto notice =
      store::update_latest_link(folder / "results/latest", folder / "results/runs/a");
  CHECK(contains(notice, "could not be pointed at"));
  CHECK(fs::is_directory(folder / "results/latest"));
  CHECK_FALSE(fs::exists(fs::symlink_status(folder / "results/latest.new")));
}
