#include <atomic>
#include <cerrno>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "base/document_bytes.hpp"
#include "base/error.hpp"
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
using test::failed;
using test::Script;
using test::ScriptedPeer;
using test::ScriptEnd;

TEST_CASE("exactly as many requests are sent as were asked for") {
  struct Numbers {
    std::uint64_t requests;
    std::uint32_t connections;
    std::uint32_t threads;
    std::uint64_t opened;
  };
  for (const auto& [requests, connections, threads, opened] :
       {Numbers{10, 3, 1, 3}, Numbers{2, 8, 1, 2}, Numbers{7, 7, 1, 7}, Numbers{1, 1, 1, 1},
        Numbers{10, 3, 2, 3}, Numbers{3, 8, 4, 3}, Numbers{5, 2, 4, 2}, Numbers{101, 10, 3, 10}}) {
    INFO(requests << " requests, " << connections << " connections, " << threads << " threads");
    ScriptedPeer peer(answering(answer_with("hello")));
    LoadPlan plan = counted(peer, requests, connections);
    plan.threads = threads;
    const LoadResult result = test::load(plan);
    check_identities(result);
    CHECK(peer.requests() == requests);
    CHECK(result.requests.started == requests);
    CHECK(result.requests.ok == requests);
    CHECK(result.window.ok == requests);
    CHECK(result.connections.opened == opened);
    CHECK(result.window.carried_in == 0);
    CHECK(result.window.carried_out == 0);
    REQUIRE(result.latency.service);
    CHECK(result.latency.service->count() == requests);
    CHECK(result.latency.first_byte->count() == requests);
    CHECK(result.latency.connect->count() == opened);
    CHECK(result.bytes.body == 5 * requests);
    CHECK(result.bytes.sent == requests * (std::string("GET / HTTP/1.1\r\nHost: \r\n\r\n").size() +
                                           peer.url("").substr(7).size()));
  }
}

TEST_CASE("after a warm-up the window takes as many answers as were asked for") {
  for (const std::uint32_t threads : {1U, 2U}) {
    ScriptedPeer peer(answering(answer_with("hello")));
    LoadPlan plan = counted(peer, 100, 4);
    plan.threads = threads;
    plan.warmup = 30ms;
    const LoadResult result = test::load(plan);
    check_identities(result);
    CHECK(result.window.ok == 100);
    CHECK(result.window.failed == 0);
    CHECK(result.requests.ok > 100);
    CHECK(result.window.carried_in <= 4);
    CHECK(result.latency.service->count() == 100);
    CHECK(peer.requests() == result.requests.started);
  }
}

TEST_CASE("a window of time has its length and both its edges accounted for") {
  for (const std::uint32_t threads : {1U, 4U}) {
    ScriptedPeer peer(answering(answer_with("hello")));
    LoadPlan plan;
    plan.url = peer.url();
    plan.connections = 8;
    plan.threads = threads;
    plan.warmup = 20ms;
    plan.duration = 100ms;
    const LoadResult result = test::load(plan);
    check_identities(result);
    CHECK(result.client.threads == threads);
    CHECK(result.window.length_ns == 100'000'000);
    CHECK(result.window.ok > 0);
    CHECK(result.requests.in_flight == 0);
    CHECK(result.window.carried_in <= 8);
    CHECK(result.window.carried_out <= 8);
    CHECK(result.latency.service->count() == result.window.ok);
    REQUIRE(result.rate_rps);
    CHECK(*result.rate_rps == Approx(static_cast<double>(result.window.ok) / 0.1));
    REQUIRE(result.connections.achieved_mean);
    CHECK(*result.connections.achieved_mean <= 8.0 + 1e-9);
    REQUIRE(result.usage.window_cpu_ns);
    CHECK(*result.usage.window_cpu_ns > 0);
  }
}

TEST_CASE("a request on its way when the window ends is waited for and not counted in it") {
  Script script;
  script.parts.push_back({answer_with("hello"), 150ms});
  ScriptedPeer peer(script);
  LoadPlan plan;
  plan.url = peer.url();
  plan.connections = 2;
  plan.duration = 60ms;
  LoadResult result = test::load(plan);
  check_identities(result);
  CHECK(result.requests.ok == 2);
  CHECK(result.window.ok == 0);
  CHECK(result.window.carried_out == 2);
  CHECK_FALSE(result.latency.service);
  CHECK(*result.connections.achieved_mean == Approx(2).epsilon(0.05));

  plan.drain = 0ms;
  result = test::load(plan);
  check_identities(result);
  CHECK(result.requests.started == 2);
  CHECK(result.requests.in_flight == 2);
}

TEST_CASE("a connection a request") {
  ScriptedPeer peer(answering(answer_with("hello")));
  LoadPlan plan = counted(peer, 9, 2);
  plan.keepalive = false;
  const LoadResult result = test::load(plan);
  check_identities(result);
  CHECK(result.requests.ok == 9);
  CHECK(peer.connections() == 9);
  CHECK(result.connections.opened == 9);
  CHECK(result.connections.reopened == 7);
}

TEST_CASE("a large upload arrives whole through short sends") {
  ScriptedPeer peer(answering(answer_with("thanks")));
  LoadPlan plan = counted(peer, 6, 2);
  plan.method = "POST";
  plan.body = document_bytes(8 << 20);
  const LoadResult result = test::load(plan);
  check_identities(result);
  CHECK(result.requests.ok == 6);
  CHECK(peer.requests() == 6);
  CHECK(result.bytes.sent > 6 * plan.body.size());
}

TEST_CASE("a load that is stopped reports what it has") {
  ScriptedPeer peer(answering(answer_with("hello")));
  LoadPlan plan;
  plan.url = peer.url();
  plan.connections = 4;
  plan.threads = 2;
  plan.duration = 1h;
  std::atomic<int> asked{0};
  client::LoadHooks hooks;
  hooks.stop_requested = [&] { return ++asked > 60; };
  const LoadResult result = test::load(plan, hooks);
  check_identities(result);
  CHECK(result.requests.in_flight == 0);
  CHECK(result.elapsed_ns < 20'000'000'000);
}

TEST_CASE("a count that is stopped reports what it has") {
  ScriptedPeer peer(answering(answer_with("hello")));
  LoadPlan plan = counted(peer, 500'000'000, 2);
  std::atomic<int> asked{0};
  client::LoadHooks hooks;
  hooks.stop_requested = [&] { return ++asked > 1; };
  const LoadResult result = test::load(plan, hooks);
  check_identities(result);
  CHECK(result.window.ok > 0);
  CHECK(result.window.ok <= result.requests.ok);
  CHECK(result.window.length_ns > 0);
}

TEST_CASE("a watched process is measured in the window") {
  // Idle threads that are there before the load: those of the peer may come after the first look.
  std::promise<void> release;
  const std::shared_future<void> released = release.get_future().share();
  std::vector<std::jthread> idle;
  for (int i = 0; i < 12; ++i) idle.emplace_back([released] { released.wait(); });
  const auto let_go = std::shared_ptr<void>(nullptr, [&](void*) { release.set_value(); });
  ScriptedPeer peer(answering(answer_with("hello")));
  LoadPlan plan;
  plan.url = peer.url();
  plan.duration = 100ms;
  plan.watch_pid = getpid();  // the peer's threads are in this process
  const LoadResult result = test::load(plan);
  REQUIRE(result.watched);
  CHECK(result.watched->cpu_ns > 0);
  CHECK(result.watched->threads > 10);
  CHECK(result.watched->max_rss_bytes > 1'000'000);
  CHECK(result.watched->busiest_thread_share > 0);

  plan.watch_pid = 1 << 22;
  CHECK_THROWS_AS(test::load(plan), Error);
}

TEST_CASE("more connections than descriptors are refused with both numbers") {
  LoadPlan plan;
  plan.url = "http://127.0.0.1:1/";
  plan.connections = 1'000'000;
  plan.requests = 1'000'000;
  try {
    test::load(plan);
    FAIL("a million descriptors");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::user_input);
    CHECK(std::string(error.what()).find("--connections 1000000") != std::string::npos);
    CHECK(std::string(error.what()).find("ulimit -n") != std::string::npos);
  }
}

TEST_CASE("a contradictory plan is refused with all its problems") {
  LoadPlan plan;
  plan.url = "https://localhost/";
  plan.connections = 0;
  plan.threads = 0;
  plan.check = CheckLevel::none;
  plan.expect_bytes = Bytes{1};
  plan.expect_sha256 = "abc";
  plan.engine = "urin";
  plan.timeout = 0ns;
  plan.method = "A B";
  plan.expect_status = {100};
  CHECK(client::problems_of(plan).size() == 11);
  CHECK_THROWS_AS(test::load(plan), Error);
}

}  // namespace
}  // namespace joust
