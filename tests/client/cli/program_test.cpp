#include <fstream>
#include <signal.h>
#include <string>
#include <vector>

#include "base/posix.hpp"
#include "results/store/json_text.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scripted_peer.hpp"
#include "tests/support/subprocess.hpp"
#include "tests/support/temporary_folder.hpp"

namespace joust {
namespace {

using test::Finished;
using test::Script;
using test::ScriptedPeer;
using test::TemporaryFolder;

const std::string program = JOUST_BIN_DIR "/joust-load";

Finished run(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), program);
  test::Command command;
  command.argv = std::move(arguments);
  return test::run_to_end(command);
}

Finished run_shell(const std::string& script) {
  test::Command command;
  command.argv = {"/bin/sh", "-c", script};
  return test::run_to_end(command);
}

Script answering(std::string bytes) {
  Script script;
  script.parts.push_back({std::move(bytes)});
  return script;
}

const char* const hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
const char* const refused = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("a fine run prints its summary and exits with 0") {
  ScriptedPeer peer(answering(hello));
  const Finished finished = run({"-n", "20", "-c", "2", "-k", peer.url()});
  CHECK(finished.exit_code == 0);
  CHECK(contains(finished.out, "20 started = 20 ok + 0 failed + 0 in flight"));
  CHECK(contains(finished.out, "200: 20"));
  CHECK(peer.requests() == 20);
}

TEST_CASE("data goes to standard output and progress to standard error") {
  ScriptedPeer peer(answering(hello));
  const Finished finished = run({"-d", "1.2s", "-c", "1", "--format", "json", peer.url()});
  CHECK(finished.exit_code == 0);
  const LoadResult result = store::load_result_from_json(finished.out, "stdout");
  CHECK(result.requests.ok > 0);
  CHECK(contains(finished.err, "answers, 0 failed"));
  CHECK(run({"-d", "1.2s", "-c", "1", "-q", peer.url()}).err.empty());
}

TEST_CASE("the result can be written to a file") {
  ScriptedPeer peer(answering(hello));
  const TemporaryFolder folder;
  const std::string file = (folder / "result.json").string();
  CHECK(run({"-n", "3", "--json", file, peer.url()}).exit_code == 0);
  CHECK(store::load_result_from_json(posix::read_file(file), file).requests.ok == 3);
  const Finished lost = run({"-n", "3", "--json", "/dev/full/x.json", peer.url()});
  CHECK(lost.exit_code != 0);
  CHECK(contains(lost.err, "/dev/full"));
}

TEST_CASE("a plan file is the plan, and options beside it change it") {
  ScriptedPeer peer(answering(hello));
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
  ScriptedPeer peer(answering(refused));
  const Finished finished = run({"-n", "5", "-q", peer.url()});
  CHECK(finished.exit_code == 1);
  CHECK(contains(finished.out, "status 5"));
  CHECK(contains(finished.out, "403: 5"));
  CHECK(run({"-n", "5", "--expect-status", "403", peer.url()}).exit_code == 0);

  Script mixed = answering(hello);
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

TEST_CASE("bad input is named and makes the exit code 2") {
  struct Case {
    std::vector<std::string> arguments;
    std::string message;
  };
  const std::string url = "http://127.0.0.1:1/";
  for (const Case& bad : {
           Case{{}, "no URL"},
           Case{{"https://127.0.0.1/"}, "TLS is not measured yet"},
           Case{{"127.0.0.1"}, "http://host"},
           Case{{"--conections", "5", url}, "did you mean '--connections'?"},
           Case{{"-c", "0", url}, "--connections 0"},
           Case{{"-c", "-5", url}, "-5"},
           Case{{"-c", "1e99", url}, "--connections"},
           Case{{"-d", "10", url}, "--duration"},
           Case{{"-d", "-1s", url}, "-1s"},
           Case{{"-d", "1s", "-n", "5", url}, "excludes"},
           Case{{"--no-keepalive", "-k", url}, "excludes"},
           Case{{"-H", "nonsense", url}, "--header"},
           Case{{"-X", "GE T", url}, "--method 'GE T'"},
           Case{{"--check", "ful", url}, "did you mean 'full'?"},
           Case{{"--format", "sumary", url}, "did you mean 'summary'?"},
           Case{{"--expect-status", "99", url}, "--expect-status"},
           Case{{"--expect-sha256", "12", url}, "--expect-sha256"},
           Case{{"--engine", "uring", url}, "--engine 'uring'"},
           Case{{"--http", "2", url}, "--http"},
           Case{{"--watch-pid", "4194304", url}, "--watch-pid"},
           Case{{"--pipeline", "0", url}, "--pipeline 0"},
           Case{{"--pipeline", "2000", url}, "expected 1 to 1024"},
           Case{{"--pipeline", "2", "--http", "1.0", url}, "HTTP/1.0 has no pipelining"},
           Case{{"--pipeline", "2", "--no-keepalive", url}, "--no-keepalive"},
           Case{{"--requests-per-connection", "0", url}, "--requests-per-connection 0"},
           Case{{"--requests-per-connection", "9", "--no-keepalive", url}, "--no-keepalive"},
           Case{{"--ramp", "25h", url}, "--ramp"},
           Case{{"--user", "nobody", url}, "--user: expected NAME:PASSWORD"},
           Case{{"--url-file", "no/such/file", url}, "--url-file: 'no/such/file'"},
           Case{{"--source-address", "localhost", url}, "'localhost' is no address"},
           Case{{"--source-address", "127.0.0.2,", url}, "--source-address"},
           Case{{"-b", "x", "--body-file", program, url}, "excludes"},
           Case{{"--body-file", "no/such/file", url}, "--body-file: 'no/such/file'"},
           Case{{"--plan", "no/such/file"}, "--plan: 'no/such/file'"},
           Case{{"--json", "no/such/file", url}, "--json: there is no folder 'no/such'"},
           Case{{url, url}, url},
       }) {
    const Finished finished = run(bad.arguments);
    INFO(finished.err);
    CHECK(finished.exit_code == 2);
    CHECK(contains(finished.err, bad.message));
    CHECK(contains(finished.err, "joust-load: "));
    CHECK(finished.out.empty());
  }
}

TEST_CASE("a file of paths is asked for in turn, and its faults are named by line") {
  ScriptedPeer peer(answering(hello));
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
  ScriptedPeer peer(answering(hello));
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
  ScriptedPeer peer(answering(hello));
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
  ScriptedPeer peer(answering(""));
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

TEST_CASE("a full disk is the machine's fault") {
  ScriptedPeer peer(answering(hello));
  const Finished finished = run_shell(program + " -n 2 " + peer.url() + " > /dev/full");
  CHECK(finished.exit_code == 6);
  CHECK(contains(finished.err, "No space left on device"));
}

TEST_CASE("a descriptor limit that is too low is named before anything is sent") {
  ScriptedPeer peer(answering(hello));
  const Finished finished = run_shell("ulimit -n 64; " + program + " -n 1000 -c 200 " + peer.url());
  CHECK(finished.exit_code == 2);
  CHECK(contains(finished.err, "the limit is 64"));
  CHECK(peer.connections() == 0);
}

}  // namespace
}  // namespace joust
