// Every server case against every server it applies to, many at a time.
#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/conformance/exceptions.hpp"
#include "tests/conformance/judge.hpp"
#include "tests/conformance/player.hpp"
#include "tests/conformance/server_case.hpp"
#include "tests/conformance/site_fixture.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/running_server.hpp"

using namespace joust::test;

namespace {

constexpr std::size_t at_a_time = 8;

// The anchor answers prepared bytes: framing, pipelining, keep-alive and split reads apply to it.
const std::set<std::string> cases_of_the_anchor{
    "S01", "S15", "S29", "S37", "S39", "S41", "S43", "S45", "S47", "S49", "S51", "S53", "S55",
    "S57", "S59", "S63", "S65", "S81", "S83", "S85", "S87", "S89", "S91", "S93", "S95", "S97"};

std::string joined(const std::vector<std::string>& lines) {
  std::string all;
  for (const auto& line : lines) all += (all.empty() ? "" : "; ") + line;
  return all;
}

// What is wrong in each case, by case.
std::vector<std::string> play_all(const std::vector<ServerCase>& cases, std::uint16_t port) {
  std::vector<std::string> wrong(cases.size());
  std::atomic<std::size_t> next{0};
  std::vector<std::jthread> players;
  for (std::size_t i = 0; i < at_a_time; ++i) {
    players.emplace_back([&] {
      for (auto at = next++; at < cases.size(); at = next++) {
        try {
          wrong[at] = joined(judge(cases[at], play(cases[at], port)));
        } catch (const std::exception& error) {
          wrong[at] = error.what();
        }
      }
    });
  }
  players.clear();
  return wrong;
}

const KnownException* exception_for(const std::string& server, const std::string& case_id) {
  for (const auto& known : known_exceptions) {
    if (known.server == server && known.case_id == case_id) return &known;
  }
  return nullptr;
}

void check_server(const std::string& program, const std::vector<ServerCase>& cases) {
  const SiteFixture site;
  RunningServer server(program, {"--root", site.root().string()});
  REQUIRE(get(server.port(), "/hello.txt"));
  REQUIRE(eventually([&] { return server.open_descriptors() < 20; }, Milliseconds(2000)));
  const auto descriptors = server.open_descriptors();

  const auto wrong = play_all(cases, server.port());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto* known = exception_for(program, cases[i].id);
    INFO(program << ", case " << cases[i].id << ", " << cases[i].description);
    if (known == nullptr) {
      CHECK(wrong[i] == "");
    } else {
      INFO("is listed as an exception (" << known->reason
                                         << ") and passes: strike it from the list");
      CHECK(wrong[i] != "");
    }
  }

  // Two more than before at the most: large documents stay open.
  CHECK(
      eventually([&] { return server.open_descriptors() <= descriptors + 2; }, Milliseconds(5000)));
  CHECK(server.stop() == 0);
  CHECK(server.errors() == "");
}

}  // namespace

TEST_CASE("joust-evhttp answers every server case") {
  check_server("joust-evhttp", load_server_cases());
}

TEST_CASE("joust-bufferevent answers every server case") {
  check_server("joust-bufferevent", load_server_cases());
}

TEST_CASE("joust-beast-async answers every server case") {
  check_server("joust-beast-async", load_server_cases());
}

TEST_CASE("joust-beast-async --prepared answers every server case") {
  check_server("joust-beast-async --prepared", load_server_cases());
}

TEST_CASE("joust-beast-coro answers every server case") {
  check_server("joust-beast-coro", load_server_cases());
}

TEST_CASE("joust-beast-threads answers every server case") {
  check_server("joust-beast-threads", load_server_cases());
}

TEST_CASE("joust-null answers the cases of framing, pipelining, keep-alive and split reads") {
  auto cases = load_server_cases();
  std::erase_if(cases, [](const ServerCase& one) { return !cases_of_the_anchor.contains(one.id); });
  REQUIRE(cases.size() == cases_of_the_anchor.size());
  check_server("joust-null", cases);
}

TEST_CASE("every exception is of a case that exists") {
  std::set<std::string> ids;
  for (const auto& one : load_server_cases()) CHECK(ids.insert(one.id).second);
  CHECK(ids.size() > 50);
  for (const auto& known : known_exceptions) {
    INFO(known.server << " " << known.case_id);
    CHECK(ids.contains(std::string(known.case_id)));
    CHECK_FALSE(known.reason.empty());
  }
}
