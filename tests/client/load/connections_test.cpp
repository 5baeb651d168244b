// How connections are opened, from where, and how long they are kept.
#include <algorithm>
#include <set>
#include <string>
#include <sys/stat.h>

#include "base/error.hpp"
#include "base/posix.hpp"
#include "client/load/load_generator.hpp"
#include "tests/client/load/loads.hpp"
#include "tests/support/catch.hpp"

namespace joust {
namespace {

using namespace std::chrono_literals;
using test::answer_with;
using test::answering;
using test::check_identities;
using test::counted;
using test::ScriptedPeer;

TEST_CASE("a connection carries as many requests as it may, then a new one is opened") {
  for (const std::uint32_t depth : {1U, 2U, 16U}) {
    INFO(depth << " deep");
    ScriptedPeer peer(answering(answer_with("hello")));
    LoadPlan plan = counted(peer, 12, 1);
    plan.requests_per_connection = 5;
    plan.pipeline = depth;
    const LoadResult result = test::load(plan);
    check_identities(result);
    CHECK(result.requests.ok == 12);
    CHECK(result.requests.retried == 0);
    CHECK(result.connections.opened == 3);
    CHECK(peer.requests() == 12);
  }
}

TEST_CASE("with a ramp connections are opened one after the other before the window") {
  ScriptedPeer peer(answering(answer_with("hello")));
  LoadPlan plan;
  plan.url = peer.url();
  plan.connections = 10;
  plan.ramp = 200ms;
  plan.duration = 50ms;
  const LoadResult result = test::load(plan);
  check_identities(result);
  CHECK(result.connections.opened == 10);
  // The last of ten is due at nine tenths of the ramp; the window opens when all are at work.
  CHECK(result.elapsed_ns >= 230'000'000);
  CHECK(*result.connections.achieved_mean == Approx(10).epsilon(0.05));

  plan.duration.reset();
  plan.requests = 20;
  const LoadResult counted_answers = test::load(plan);
  check_identities(counted_answers);
  CHECK(counted_answers.window.ok == 20);
  CHECK(counted_answers.requests.ok > 20);
}

TEST_CASE("connections come from the addresses that were named, in turn") {
  ScriptedPeer peer(answering(answer_with("hello")));
  LoadPlan plan = counted(peer, 8, 4);
  plan.source_addresses = {"127.0.0.2", "127.0.0.3"};
  CHECK(test::load(plan).requests.ok == 8);
  const auto sources = peer.sources();
  CHECK(std::count(sources.begin(), sources.end(), "127.0.0.2") == 2);
  CHECK(std::count(sources.begin(), sources.end(), "127.0.0.3") == 2);
}

TEST_CASE("an address that connections cannot come from is refused") {
  ScriptedPeer peer(answering(answer_with("hello")));
  LoadPlan plan = counted(peer, 1, 1);
  for (const char* address : {"192.0.2.1", "::1"}) {
    plan.source_addresses = {address};
    try {
      test::load(plan);
      FAIL(address << " was accepted");
    } catch (const Error& error) {
      const std::string text = error.what();
      INFO(text);
      CHECK(error.kind() == ErrorKind::user_input);
      CHECK(text.find("--source-address") != std::string::npos);
      CHECK(text.find(address) != std::string::npos);
    }
  }
}

TEST_CASE("more connections than ports are refused, and more addresses help") {
  LoadPlan plan;
  plan.url = "http://127.0.0.1:1/";
  plan.connections = posix::ephemeral_ports().size() + 1;
  plan.requests = 1;  // one descriptor is enough
  try {
    test::load(plan);
    FAIL("a port too few");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::user_input);
    CHECK(std::string(error.what()).find("--source-address") != std::string::npos);
  }
  plan.source_addresses = {"127.0.0.1", "127.0.0.2"};
  CHECK(test::load(plan).requests.started == 1);
}

}  // namespace
}  // namespace joust
