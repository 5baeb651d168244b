// What people reported of load clients, tried through the program: what a server does that is
// allowed must cost no failure, what is wrong must be seen, and no run may be lost.
#include <map>
#include <memory>
#include <signal.h>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/posix.hpp"
#include "results/store/json_text.hpp"
#include "tests/client/cli/joust_load.hpp"
#include "tests/client/wire_play.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/closed_port.hpp"
#include "tests/support/temporary_folder.hpp"

namespace joust {
namespace {

using namespace std::chrono_literals;
using test::contains;
using test::failed;
using test::Finished;
using test::hello;
using test::measure;
using test::Measured;
using test::program;
using test::run;
using test::run_shell;
using test::Script;
using test::scripted;
using test::ScriptedPeer;
using test::ScriptEnd;
using test::TemporaryFolder;
using test::WireCase;

WireCase wire_case(const std::string& id) {
  for (WireCase& wire : test::wire_cases())
    if (wire.id == id) return wire;
  throw std::runtime_error("no wire case " + id);
}

// --- answers as they come

std::vector<std::string> arguments_of(const WireCase& wire, const TemporaryFolder& folder) {
  std::vector<std::string> arguments = {
      "-c", "1",         "-n",        std::to_string(wire.requests),
      "-X", wire.method, "--timeout", std::to_string(wire.timeout_ms) + "ms"};
  if (wire.pipeline > 1)
    arguments.insert(arguments.end(), {"--pipeline", std::to_string(wire.pipeline)});
  if (wire.pace_ms)
    arguments.insert(arguments.end(),
                     {"--rate", std::to_string(1000.0 / static_cast<double>(*wire.pace_ms))});
  if (wire.request_body_bytes > 0)
    arguments.insert(
        arguments.end(),
        {"--body-file", folder.write("body", std::string(wire.request_body_bytes, 'u')).string()});
  return arguments;
}

TEST_CASE("the program sees every wire case as the standard does, and exits accordingly") {
  const TemporaryFolder folder;
  int played = 0;
  for (const WireCase& wire : test::wire_cases()) {
    if (wire.heavy) continue;
    INFO(wire.id << ": " << wire.what);
    ScriptedPeer peer(wire.script);
    auto arguments = arguments_of(wire, folder);
    arguments.push_back(peer.url());
    const Measured run = measure(arguments);
    test::WirePlay play{run.result, peer.requests(), peer.connections(), 0ms};
    play.cpu = std::chrono::duration_cast<std::chrono::milliseconds>(
        Nanoseconds{run.result.usage.cpu_user_ns + run.result.usage.cpu_system_ns});
    CHECK(test::why_not_accepted(play, wire) == "");
    CHECK(run.result.requests.started == wire.requests);
    CHECK(run.exit_code == (run.result.requests.failed > 0 ? 1 : 0));
    ++played;
  }
  CHECK(played >= 29);
}

TEST_CASE("a body that ends with the connection is whole, and the next one opens another") {
  const WireCase wire = wire_case("W01");
  ScriptedPeer peer(wire.script);
  const Measured run = measure({"-n", "3", "-c", "1", peer.url()});
  CHECK(run.exit_code == 0);
  CHECK(run.result.requests.ok == 3);
  CHECK(run.result.bytes.body == 36);
  CHECK(peer.connections() == 3);
}

TEST_CASE("interim answers are neither answers nor counted") {
  const WireCase wire = wire_case("W13");
  ScriptedPeer peer(wire.script);
  const Measured run = measure({"-n", "4", "-c", "1", peer.url()});
  CHECK(run.exit_code == 0);
  CHECK(peer.requests() == 4);
  CHECK(run.result.requests.ok == 4);
  CHECK(run.result.status == std::map<int, std::uint64_t>{{200, 4}});
}

TEST_CASE("connections that end as they may cost no failure and are counted") {
  ScriptedPeer closing(wire_case("W21").script);
  const Measured closed = measure({"-n", "4", "-c", "1", closing.url()});
  CHECK(closed.exit_code == 0);
  CHECK(closed.result.requests.ok == 4);
  CHECK(closed.result.connections.opened == 4);
  CHECK(closed.result.connections.reopened == 3);

  // Reset after 50 ms without a byte: meanwhile the next request is on its way, and goes out again.
  ScriptedPeer resetting(wire_case("W53").script);
  const Measured reset = measure({"-n", "3", "-c", "1", resetting.url()});
  CHECK(reset.exit_code == 0);
  CHECK(reset.result.requests.ok == 3);
  CHECK(reset.result.requests.failed == 0);
  CHECK(reset.result.requests.retried == 2);
  CHECK(reset.result.connections.opened == 3);
  CHECK(reset.result.connections.reopened == 2);
}

TEST_CASE("answers of 403 are shown as what they are and nothing else") {
  ScriptedPeer peer(wire_case("W29").script);
  const Finished finished = run({"-n", "5", "-c", "1", "-q", peer.url()});
  CHECK(finished.exit_code == 1);
  CHECK(contains(finished.out, "5 started = 0 ok + 5 failed + 0 in flight"));
  CHECK(contains(finished.out, "403: 5"));
  CHECK(contains(finished.out, "status 5"));
}

// --- exact counts

TEST_CASE("odd numbers of requests, connections, threads and pipelines add up at the server") {
  for (const std::vector<std::string>& numbers : std::vector<std::vector<std::string>>{
           {"-n", "3", "-c", "1", "--pipeline", "2"},
           {"-n", "10", "-c", "3"},
           {"-n", "2", "-c", "8"},
           {"-n", "7", "-c", "7"},
           {"-n", "1", "-c", "1"},
           {"-n", "1", "-c", "1", "-t", "8", "--pipeline", "8"},
           {"-n", "13", "-c", "5", "-t", "3"},
           {"-n", "13", "-c", "5", "-t", "3", "--pipeline", "4"},
           {"-n", "13", "-c", "5", "--no-keepalive"},
           {"-n", "13", "-c", "5", "--http", "1.0"},
           {"-n", "13", "-c", "2", "--requests-per-connection", "3"},
       }) {
    INFO(numbers[1] << " requests, " << numbers[3] << " connections");
    ScriptedPeer peer(scripted(hello));
    auto arguments = numbers;
    arguments.push_back(peer.url());
    const Measured run = measure(arguments);
    CHECK(run.exit_code == 0);
    CHECK(std::to_string(peer.requests()) == numbers[1]);
    CHECK(run.result.requests.started == peer.requests());
    CHECK(run.result.requests.ok == peer.requests());
    CHECK(run.result.elapsed_ns < 4'000'000'000);  // no time limit was waited for
  }
}

TEST_CASE("an enormous count that is interrupted ends with the true one") {
  ScriptedPeer peer(scripted(hello));
  const TemporaryFolder folder;
  test::Command command;
  command.argv = {program, "-n", "500000000", "-c", "3", "-q", "--format", "json", peer.url()};
  command.folder = folder.path();
  test::Background load(command);
  REQUIRE(test::eventually([&] { return peer.requests() > 1000; }, 20s));
  load.send(SIGINT);
  CHECK(load.wait() == 130);
  const LoadResult result = test::result_in(posix::read_file(folder / "background.out"));
  CHECK(result.requests.ok > 1000);
  CHECK(result.requests.ok == peer.requests());
  CHECK(result.requests.started == peer.requests());
  CHECK(result.requests.failed == 0);
}

// --- the machine's limits

TEST_CASE("a descriptor limit that is too low is named before anything is sent") {
  ScriptedPeer peer(scripted(hello));
  const Finished finished = run_shell("ulimit -n 64; " + program + " -n 1000 -c 200 " + peer.url());
  CHECK(finished.exit_code == 2);
  CHECK(contains(finished.err, "--connections 200"));
  CHECK(contains(finished.err, "the limit is 64"));
  CHECK(contains(finished.err, "ulimit -n"));
  CHECK(finished.out.empty());
  CHECK(peer.connections() == 0);
}

TEST_CASE("a descriptor limit that may be raised is raised") {
  ScriptedPeer peer(scripted(hello));
  const Finished finished =
      run_shell("ulimit -S -n 64; " + program + " -n 400 -c 200 -q --format json " + peer.url());
  CHECK(finished.exit_code == 0);
  CHECK(test::result_in(finished.out).connections.opened > 64);
}

// --- addresses

/// Nothing where this machine has no IPv6.
std::unique_ptr<ScriptedPeer> peer_on(const std::string& address) {
  try {
    return std::make_unique<ScriptedPeer>(scripted(hello), address);
  } catch (const Error&) {
    return nullptr;
  }
}

TEST_CASE("localhost is every loopback address") {
  for (const char* address : {"127.0.0.1", "::1"}) {
    const auto peer = peer_on(address);
    if (!peer) continue;
    INFO(address);
    const std::string port = std::to_string(peer->port());
    for (const char* host : {"localhost", "LocalHost"}) {
      const Measured run =
          measure({"-n", "3", "-c", "2", "http://" + std::string(host) + ":" + port + "/"});
      CHECK(run.exit_code == 0);
      CHECK(run.result.requests.ok == 3);
      CHECK(run.result.requests.failed == 0);
      CHECK(contains(run.result.target.address, address));
    }
    CHECK(measure({"-n", "3", "-c", "2", peer->url()}).exit_code == 0);
  }
}

TEST_CASE("where no address answers all that were tried are listed") {
  const test::ClosedPort closed;
  const std::string port = std::to_string(closed.number());
  const Finished finished = run({"-n", "2", "-c", "1", "-q", "http://localhost:" + port + "/"});
  CHECK(finished.exit_code == 1);
  CHECK(contains(finished.err, "no connection to localhost:" + port));
  CHECK(contains(finished.err, "127.0.0.1:" + port));
  if (peer_on("::1")) CHECK(contains(finished.err, "[::1]:" + port));
}

// --- nothing to measure

TEST_CASE("a run without an answer has no latencies, and neither NaN nor infinity") {
  const test::ClosedPort port;
  const std::string url = "http://127.0.0.1:" + std::to_string(port.number()) + "/";
  for (const std::vector<std::string>& length :
       std::vector<std::vector<std::string>>{{"-n", "8"}, {"-d", "50ms"}}) {
    auto arguments = length;
    arguments.insert(arguments.end(), {"-c", "2", url});
    const Measured measured = measure(arguments);
    CHECK(measured.exit_code == 1);
    CHECK(measured.result.requests.failed > 0);
    CHECK(failed(measured.result, FailureClass::connect) == measured.result.requests.failed);
    CHECK_FALSE(measured.result.latency.service);
    CHECK_FALSE(measured.result.latency.first_byte);
    CHECK_FALSE(measured.result.latency.connect);

    arguments.emplace_back("-q");
    const Finished shown = run(arguments);
    CHECK(shown.exit_code == 1);
    for (const char* row : {"\n  service ", "\n  first byte ", "\n  connect "}) {
      const auto begin = shown.out.find(row);
      REQUIRE(begin != std::string::npos);
      const std::string line = shown.out.substr(begin, shown.out.find('\n', begin + 1) - begin);
      CHECK(contains(line, " - "));
      CHECK(line.find_first_of("0123456789") == std::string::npos);
    }
    for (const char* odd : {"nan", "NaN", "inf ", "inf\n", "-1"})
      CHECK_FALSE(contains(shown.out, odd));
  }
}

// --- peers that go away

TEST_CASE("uploads to a peer that resets after the head are failures and the report is whole") {
  Script script = scripted("", ScriptEnd::reset);
  script.start_at_head = true;
  ScriptedPeer peer(script);
  const TemporaryFolder folder;
  const std::string body = folder.write("body", std::string(1 << 20, 'u')).string();
  const Measured run =
      measure({"-n", "200", "-c", "50", "-X", "POST", "--body-file", body, peer.url()});
  CHECK(run.exit_code == 1);
  CHECK(run.result.requests.failed == 200);
  CHECK(failed(run.result, FailureClass::write) + failed(run.result, FailureClass::read) +
            failed(run.result, FailureClass::truncated) ==
        200);
}

TEST_CASE("a reader of the report that goes away does not end the program by a signal") {
  ScriptedPeer peer(scripted(hello));
  const Finished finished =
      run_shell("{ " + program + " -n 20 -q " + peer.url() + "; echo code $? >&2; } | true");
  CHECK(contains(finished.err, "code "));
  CHECK_FALSE(contains(finished.err, "code 141"));
}

}  // namespace
}  // namespace joust
