#include "suites/run/visit_maker.hpp"

#include <cerrno>
#include <signal.h>
#include <string_view>

#include "base/error.hpp"
#include "base/posix.hpp"
#include "suites/run/guard.hpp"
#include "suites/run/visit_log.hpp"
#include "tests/suites/run/stage.hpp"
#include "tests/support/catch.hpp"

namespace joust::suites {
namespace {

using namespace std::chrono_literals;

bool mentions(const std::vector<std::string>& sentences, std::string_view words) {
  for (const std::string& sentence : sentences) {
    if (sentence.find(words) != std::string::npos) return true;
  }
  return false;
}

std::string all_of(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += sentence + "\n";
  return text;
}

// As a script wrote it.
pid_t pid_noted_in(const std::filesystem::path& file) {
  return static_cast<pid_t>(std::stoi(posix::read_file(file)));
}

}  // namespace

TEST_CASE("a visit of a good server is valid and says who, where, when and how long") {
  Stage stage;
  const Visit visit = stage.visit(server_entry({}));
  INFO(all_of(visit.reasons));
  CHECK(visit.state == VisitState::valid);
  CHECK(visit.reasons.empty());
  CHECK(visit.run_id == "test-run");
  CHECK(visit.cell == stage.run.design.cells[0].id());
  CHECK(visit.contender == "test:contender");
  CHECK(visit.started_utc.size() == 20);
  REQUIRE(visit.load);
  CHECK(visit.load->requests.ok == 100);
  CHECK(visit.log == "logs/test_contender.log");
  CHECK(visit.log_tail.empty());
  CHECK(posix::read_file(stage.folder() / visit.log).find("READY port=") != std::string::npos);
  CHECK(visit.timings.start_ns > 0);
  CHECK(visit.timings.verify_ns > 0);
  CHECK(visit.timings.load_ns > 0);
  CHECK(visit.timings.stop_ns > 0);
  CHECK(visit.timings.total_ns >= visit.timings.start_ns + visit.timings.verify_ns +
                                      visit.timings.load_ns + visit.timings.stop_ns);
}

TEST_CASE("a server without a READY line is asked until the document comes back") {
  Stage stage;
  ServerEntry entry = server_entry({"--silent", "--port", "{port}"});
  entry.ready = Readiness::probe;
  const Visit visit = stage.visit(entry);
  INFO(all_of(visit.reasons));
  CHECK(visit.state == VisitState::valid);
}

TEST_CASE("a configuration is rendered from its template") {
  Stage stage;
  const auto pattern = stage.folder() / "x.conf.in";
  posix::write_file(pattern, "root={root} threads={threads} at={address}:{port}\n");
  ServerEntry entry = server_entry({});
  entry.config_template = pattern;
  entry.command = {"sh", "-c", "cat {config}; exec " + entry.command.front()};
  const Visit visit = stage.visit(entry);
  CHECK(visit.state == VisitState::valid);
  const std::string log = posix::read_file(stage.folder() / visit.log);
  CHECK(log.find("/site threads=1 at=127.0.0.1:0") != std::string::npos);
}

TEST_CASE("a server that dies before it is ready: failed, with its status and its last words") {
  Stage stage;
  const Visit visit = stage.visit(server_entry({"--die-before-ready", "4"}));
  CHECK(visit.state == VisitState::failed);
  CHECK(mentions(visit.reasons, "ended before it was ready: exit status 4"));
  CHECK(visit.log_tail.find("no configuration") != std::string::npos);
  CHECK_FALSE(visit.load);
}

TEST_CASE("a server that never gets ready: failed, with how long it was given") {
  Stage stage;
  ServerEntry entry = server_entry({"--never-ready"});
  entry.ready_timeout = 40ms;
  const Visit visit = stage.visit(entry);
  CHECK(visit.state == VisitState::failed);
  CHECK(mentions(visit.reasons, "not ready within 40"));
  entry.ready = Readiness::probe;
  CHECK(mentions(stage.visit(entry).reasons, "not ready within 40"));
}

TEST_CASE("a program that is not there: failed, by name") {
  Stage stage;
  ServerEntry entry = server_entry({});
  entry.command = {"no-such-program-anywhere"};
  const Visit visit = stage.visit(entry);
  CHECK(visit.state == VisitState::failed);
  CHECK(mentions(visit.reasons, "no-such-program-anywhere"));
}

TEST_CASE("wrong bytes and wrong statuses are failures before any load") {
  Stage stage;
  const Visit wrong = stage.visit(server_entry({"--wrong-bytes"}));
  CHECK(wrong.state == VisitState::failed);
  CHECK(mentions(wrong.reasons, "wrong from byte 51 on"));
  CHECK_FALSE(wrong.load);
  const Visit missing = stage.visit(server_entry({"--status", "404"}));
  CHECK(missing.state == VisitState::failed);
  CHECK(mentions(missing.reasons, "the status is 404, expected 200"));
}

TEST_CASE("a server that dies in the middle: failed, with how it ended") {
  Stage stage;
  const Visit visit = stage.visit(server_entry({"--die-after-answers", "1"}));
  CHECK(visit.state == VisitState::failed);
  CHECK(mentions(visit.reasons, "the server ended by itself: exit status 3"));
  CHECK(visit.log_tail.find("I am dying") != std::string::npos);
}

TEST_CASE("a server that answers otherwise after the load: invalid, the measurement kept") {
  Stage stage;
  const Visit visit = stage.visit(server_entry({"--change-after-answers", "1"}));
  CHECK(visit.state == VisitState::invalid);
  CHECK(mentions(visit.reasons, "x-new"));
  CHECK(visit.load);
}

TEST_CASE("a load that fails a gate: invalid, with the reason") {
  Stage stage;
  LoadResult result = faultless_result();
  result.requests.ok = 99;
  result.requests.failed = 1;
  result.requests.failed_by_class[static_cast<std::size_t>(FailureClass::content)] = 1;
  const Visit visit = stage.visit(server_entry({}), stage.client_giving(result));
  CHECK(visit.state == VisitState::invalid);
  CHECK(mentions(visit.reasons, "1 of 100 requests failed (1 content)"));
}

TEST_CASE("a client without a result: failed, with its status and its last line") {
  Stage stage;
  const Visit visit = stage.visit(server_entry({}),
                                  stage.client_entry("echo one; echo cannot do that >&2; exit 2"));
  CHECK(visit.state == VisitState::failed);
  CHECK(mentions(visit.reasons, "gave no result (exit status 2): cannot do that"));
}

TEST_CASE("a client with an unreadable result: failed, with what is wrong with it") {
  Stage stage;
  const Visit visit = stage.visit(server_entry({}), stage.client_entry("echo '{' > \"$2\""));
  CHECK(visit.state == VisitState::failed);
  CHECK(mentions(visit.reasons, "its result cannot be read"));
}

TEST_CASE("a server that ignores the stop signal is killed and marked; its visit counts") {
  Stage stage;
  ServerEntry entry = server_entry({"--ignore-stop"});
  entry.stop_timeout = 20ms;
  const Visit visit = stage.visit(entry);
  CHECK(visit.state == VisitState::valid);
  CHECK(visit.has_mark("killed"));
}

TEST_CASE("a server that somebody else runs is measured where it is and left running") {
  Stage stage;
  GuardedCommand other;
  other.executable = JOUST_TEST_SERVER;
  other.argv = {"other"};
  other.log = stage.folder() / "other.log";
  const VisitLog log{other.log, "other"};
  GuardedProcess process{other};
  while (log.ready_port() == 0) REQUIRE_FALSE(process.wait_for_exit(1ms));

  ServerEntry entry = server_entry({});
  entry.command.clear();
  entry.url = "http://127.0.0.1:" + std::to_string(log.ready_port()) + "/";
  const Visit visit = stage.visit(entry);
  INFO(all_of(visit.reasons));
  CHECK(visit.state == VisitState::valid);
  CHECK_FALSE(process.wait_for_exit(0ms));
}

TEST_CASE("where the sides have no CPUs of their own, what others used stands in for waits") {
  Stage stage;
  stage.pin = false;
  // Until the kernel has counted a tick.
  stage.client_giving(faultless_result());
  const ClientEntry patient = stage.client_entry(
      "before=$(head -n 1 /proc/stat); "
      "while [ \"$(head -n 1 /proc/stat)\" = \"$before\" ]; do :; done; "
      "cp '" +
      (stage.folder() / "canned.json").string() + "' \"$2\"");
  const Visit visit = stage.visit(server_entry({}), patient);
  CHECK(visit.state == VisitState::valid);
  CHECK_FALSE(visit.noise.server_wait_share);
  CHECK_FALSE(visit.noise.client_wait_share);
  REQUIRE(visit.noise.foreign_share);
  CHECK(*visit.noise.foreign_share >= 0);
  CHECK(*visit.noise.foreign_share <= 1);
}

TEST_CASE("a port that somebody else holds is never measured, and its holder left alone") {
  Stage stage;
  GuardedCommand other;
  other.executable = JOUST_TEST_SERVER;
  other.argv = {"other"};
  other.log = stage.folder() / "other.log";
  const VisitLog log{other.log, "other"};
  GuardedProcess process{other};
  while (log.ready_port() == 0) REQUIRE_FALSE(process.wait_for_exit(1ms));

  // A catalogue entry that insists on that very port.
  const Visit visit = stage.visit(server_entry({"--port", std::to_string(log.ready_port())}));
  CHECK(visit.state == VisitState::failed);
  CHECK(mentions(visit.reasons, "ended before it was ready: exit status 6"));
  CHECK(visit.log_tail.find("cannot listen") != std::string::npos);
  CHECK_FALSE(process.wait_for_exit(0ms));
}

TEST_CASE("a wish to stop ends a visit inside the load and leaves nothing running") {
  Stage stage;
  const auto noted = stage.folder() / "pid";
  const ClientEntry client =
      stage.client_entry("echo $$ > '" + noted.string() + ".new'; mv '" + noted.string() +
                         ".new' '" + noted.string() + "'; sleep 1000");
  try {
    stage.visit(server_entry({}), client, [&] { return std::filesystem::exists(noted); });
    FAIL("the visit went on");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::interrupted);
  }
  CHECK(kill(pid_noted_in(noted), 0) != 0);
  CHECK(errno == ESRCH);
}

TEST_CASE("a wish to stop is heard while a server is starting") {
  Stage stage;
  try {
    stage.visit(server_entry({"--never-ready"}), stage.client_giving(faultless_result()),
                [] { return true; });
    FAIL("the visit went on");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::interrupted);
  }
}

TEST_CASE("the runner's own trouble leaves as an Error, not as a visit") {
  Stage stage;
  std::filesystem::remove_all(stage.folder() / "logs");
  CHECK_THROWS_AS(stage.visit(server_entry({})), Error);
}

}  // namespace joust::suites
