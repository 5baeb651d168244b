#include <algorithm>
#include <fstream>
#include <signal.h>
#include <string>
#include <thread>
#include <vector>

#include "base/posix.hpp"
#include "results/store/json_text.hpp"
#include "tests/client/cli/joust_load.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace joust {
namespace {

using test::contains;
using test::Finished;
using test::hello;
using test::program;
using test::run;
using test::run_shell;
using test::Script;
using test::scripted;
using test::ScriptedPeer;
using test::TemporaryFolder;

const char* const refused = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n";

TEST_CASE("a fine run prints its summary and exits with 0") {
  ScriptedPeer peer(scripted(hello));
  const Finished finished = run({"-n", "20", "-c", "2", "-k", peer.url()});
  CHECK(finished.exit_code == 0);
  CHECK(contains(finished.out, "20 started = 20 ok + 0 failed + 0 in flight"));
  CHECK(contains(finished.out, "200: 20"));
  CHECK(peer.requests() == 20);
}

TEST_CASE("data goes to standard output and progress to standard error") {
  ScriptedPeer peer(scripted(hello));
  const Finished finished = run({"-d", "1.2s", "-c", "1", "--format", "json", peer.url()});
  CHECK(finished.exit_code == 0);
  const LoadResult result = store::load_result_from_json(finished.out, "stdout");
  CHECK(result.requests.ok > 0);
  CHECK(contains(finished.err, "Completed "));
  CHECK(run({"-d", "1.2s", "-c", "1", "-q", peer.url()}).err.empty());
}

TEST_CASE("the result can be written to a file") {
  ScriptedPeer peer(scripted(hello));
  const TemporaryFolder folder;
  const std::string file = (folder / "result.json").string();
  CHECK(run({"-n", "3", "--json", file, peer.url()}).exit_code == 0);
  CHECK(store::load_result_from_json(posix::read_file(file), file).requests.ok == 3);
  const Finished lost = run({"-n", "3", "--json", "/dev/full/x.json", peer.url()});
  CHECK(lost.exit_code != 0);
  CHECK(contains(lost.err, "/dev/full"));
}

TEST_CASE("a series, samples and percentiles can be written beside the result") {
  ScriptedPeer peer(scripted(hello));
  const TemporaryFolder folder;
  const auto in_folder = [&](const char* name) { return (folder / name).string(); };
  const Finished finished = run({"-d", "1.2s", "-c", "1", "-q", "--series", in_folder("series.csv"),
                                 "--samples", in_folder("samples.csv"), "--hgrm",
                                 in_folder("latency.hgrm"), "--format", "json", peer.url()});
  CHECK(finished.exit_code == 0);
  const LoadResult result = store::load_result_from_json(finished.out, "stdout");
  const auto lines_of = [&](const char* name) {
    const std::string text = posix::read_file(in_folder(name));
    return static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  };
  CHECK(lines_of("series.csv") == 3);  // a heading, a second, and what is left
  CHECK(lines_of("samples.csv") == 1 + result.requests.ok + result.requests.failed);
  CHECK(contains(posix::read_file(in_folder("latency.hgrm")), "#[Mean    ="));

  for (const char* flag : {"--series", "--samples", "--hgrm"}) {
    const Finished refused_place = run({"-n", "1", flag, "no/such/file", peer.url()});
    CHECK(refused_place.exit_code == 2);
    CHECK(contains(refused_place.err, std::string(flag) + ": there is no folder 'no/such'"));
    const Finished full = run({"-n", "1", flag, "/dev/full", peer.url()});
    CHECK(full.exit_code == 6);
    CHECK(contains(full.err, "/dev/full"));
    CHECK(std::filesystem::is_character_file("/dev/full"));
  }
}

TEST_CASE("an objective that is not kept makes the exit code 1 and says why") {
  ScriptedPeer peer(scripted(hello));
  const Finished few = run({"-n", "20", "-q", "--slo-p99", "1s", peer.url()});
  CHECK(few.exit_code == 1);
  CHECK(contains(few.err, "--slo-p99: p99 of the service time needs 10000 answers, 20 came"));
  ScriptedPeer other(scripted(refused));
  const Finished failing = run({"-n", "5", "-q", "--max-failed", "10%", other.url()});
  CHECK(failing.exit_code == 1);
  CHECK(contains(failing.err, "no request got a right answer"));
  CHECK(run({"-n", "5", "-q", "--max-failed", "100%", "--expect-status", "200,403", other.url()})
            .exit_code == 0);
}

TEST_CASE("a plan file is the plan, and options beside it change it") {
  ScriptedPeer peer(scripted(hello));
  const TemporaryFolder folder;
  LoadPlan plan;
  plan.url = peer.url("/planned");
  plan.requests = 7;
  const std::string file = folder.write("plan.json", store::to_json(plan)).string();
  const Finished finished = run({"--plan", file, "--format", "json", "-q"});
  CHECK(finished.exit_code == 0);
  const LoadResult result = store::load_result_from_json(finished.out, "stdout");
  CHECK(result.plan == plan);
  CHECK(result.requests.ok == 7);
  CHECK(run_shell(program + " --plan - < " + file).exit_code == 0);

  const Finished changed =
      run({"-n", "9", "--check", "none", "--plan", file, "--format", "json", "-q"});
  const LoadResult other = store::load_result_from_json(changed.out, "stdout");
  plan.requests = 9;
  plan.check = CheckLevel::none;
  CHECK(other.plan == plan);
  CHECK(other.requests.ok == 9);
  CHECK(run({"--plan", folder.write("bad.json", "{").string()}).exit_code == 2);
}

TEST_CASE("failed requests make the exit code 1 unless they are allowed") {
  ScriptedPeer peer(scripted(refused));
  const Finished finished = run({"-n", "5", "-q", peer.url()});
  CHECK(finished.exit_code == 1);
  CHECK(contains(finished.out, "status 5"));
  CHECK(contains(finished.out, "403: 5"));
  CHECK(run({"-n", "5", "--expect-status", "403", peer.url()}).exit_code == 0);

  Script mixed = scripted(hello);
  mixed.parts.push_back({refused, std::chrono::milliseconds{0}, 1, true});
  ScriptedPeer half(mixed);
  CHECK(run({"-n", "4", "-c", "1", half.url()}).exit_code == 1);
  CHECK(run({"-n", "4", "-c", "1", "--allow-failures", half.url()}).exit_code == 0);
  // Nothing but failures is no result, allowed or not.
  CHECK(run({"-n", "4", "--allow-failures", peer.url()}).exit_code == 1);
}

TEST_CASE("a port where nothing listens is reported and ends") {
  std::string url;
  {
    const ScriptedPeer peer(Script{});
    url = peer.url();
  }
  const Finished finished = run({"-n", "8", "-c", "2", url});
  CHECK(finished.exit_code == 1);
  CHECK(contains(finished.out, "connect 8 (ECONNREFUSED 8)"));
  CHECK(run({"-n", "100000", "--connect-timeout", "100ms", "--strict", url}).exit_code == 5);
}

TEST_CASE("a file of paths is asked for in turn, and its faults are named by line") {
  ScriptedPeer peer(scripted(hello));
  const TemporaryFolder folder;
  const std::string file =
      folder.write("urls", "# first\n/a\n\n" + peer.url("/b?c") + "#part\r\n  /d \n").string();
  CHECK(run({"-n", "4", "-c", "1", "-q", "--url-file", file, peer.url()}).exit_code == 0);
  CHECK(peer.request_lines() == std::vector<std::string>{"GET /a HTTP/1.1", "GET /b?c HTTP/1.1",
                                                         "GET /d HTTP/1.1", "GET /a HTTP/1.1"});

  const std::string elsewhere = folder.write("bad", "/a\nhttp://example.org/\n").string();
  const Finished other = run({"--url-file", elsewhere, peer.url()});
  CHECK(other.exit_code == 2);
  CHECK(contains(other.err, elsewhere + ":2: 'http://example.org/' is another server"));
  const Finished none = run({"--url-file", folder.write("none", "#\n").string(), peer.url()});
  CHECK(none.exit_code == 2);
  CHECK(contains(none.err, "no line of it names a path"));
}

TEST_CASE("help and version are answers") {
  const Finished help = run({"--help"});
  CHECK(help.exit_code == 0);
  CHECK(contains(help.out, "--watch-pid"));
  const Finished version = run({"--version"});
  CHECK(version.exit_code == 0);
  CHECK(contains(version.out, "joust-load "));
}

TEST_CASE("a body is sent with POST and headers as given") {
  ScriptedPeer peer(scripted(hello));
  const TemporaryFolder folder;
  const std::string file = folder.write("body", std::string(70'000, 'b')).string();
  const Finished finished = run({"-n", "2", "--body-file", file, "-H", "X-A: 1", "--header",
                                 "X-B: 2", "--format", "json", "-q", peer.url()});
  CHECK(finished.exit_code == 0);
  const LoadResult result = store::load_result_from_json(finished.out, "stdout");
  CHECK(result.target.method == "POST");
  CHECK(result.plan.headers == std::vector<Header>{{"X-A", "1"}, {"X-B", "2"}});
  CHECK(result.bytes.sent > 140'000);
}

TEST_CASE("an interrupted run reports what it has and exits with 130") {
  ScriptedPeer peer(scripted(hello));
  const TemporaryFolder folder;
  const std::string file = (folder / "result.json").string();
  test::Command command;
  command.argv = {program, "-d", "1h", "-c", "2", "-q", "--json", file, peer.url()};
  command.folder = folder.path();
  test::Background load(command);
  REQUIRE(test::eventually([&] { return peer.requests() > 100; }, std::chrono::seconds{20}));
  load.send(SIGINT);
  CHECK(load.wait() == 130);
  const LoadResult result = store::load_result_from_json(posix::read_file(file), file);
  CHECK(result.requests.ok > 100);
  CHECK(result.requests.started == result.requests.ok);
}

TEST_CASE("a second interrupt ends at once") {
  ScriptedPeer peer(scripted(""));
  const TemporaryFolder folder;
  test::Command command;
  command.argv = {program, "-d", "1h", "--timeout", "1h", "--drain", "1h", "-q", peer.url()};
  command.folder = folder.path();
  test::Background load(command);
  REQUIRE(test::eventually([&] { return peer.requests() > 0; }, std::chrono::seconds{20}));
  load.send(SIGINT);
  test::sleep_briefly();
  load.send(SIGINT);
  CHECK(load.wait() == 130);
}

TEST_CASE("a client that was stopped amid the load says that its result is degraded") {
  ScriptedPeer peer(scripted(hello));
  const TemporaryFolder folder;
  const std::string file = (folder / "result.json").string();
  test::Command command;
  command.argv = {program, "-d", "2s", "-c", "2", "-q", "--strict", "--json", file, peer.url()};
  command.folder = folder.path();
  test::Background load(command);
  REQUIRE(test::eventually([&] { return peer.requests() > 100; }, std::chrono::seconds{20}));
  load.send(SIGSTOP);
  std::this_thread::sleep_for(std::chrono::milliseconds{500});
  load.send(SIGCONT);
  CHECK(load.wait() == 5);
  const LoadResult result = store::load_result_from_json(posix::read_file(file), file);
  CHECK(result.validity == Validity::degraded);
  CHECK(std::any_of(result.validity_reasons.begin(), result.validity_reasons.end(),
                    [](const std::string& reason) { return contains(reason, "stood still"); }));
}

TEST_CASE("a full disk is the machine's fault") {
  ScriptedPeer peer(scripted(hello));
  const Finished finished = run_shell(program + " -n 2 " + peer.url() + " > /dev/full");
  CHECK(finished.exit_code == 6);
  CHECK(contains(finished.err, "No space left on device"));
}

}  // namespace
}  // namespace joust
