#include "servers/site/patience.hpp"

#include "tests/support/catch.hpp"

using namespace joust::site;

namespace {

// How many whole ticks pass before it is over.
std::uint64_t ticks(const Patience& patience, Phase phase) {
  std::uint64_t passed = 0;
  while (!patience.is_over(phase, 7, 7 + passed)) REQUIRE(++passed < 100000);
  return passed;
}

}  // namespace

TEST_CASE("patience ends after the time allowed, and at most two ticks later") {
  Options options;
  options.idle_timeout = std::chrono::milliseconds(1000);
  options.header_timeout = std::chrono::milliseconds(300);
  const Patience patience(options);
  const auto check = [&](Phase phase, joust::Nanoseconds allowed) {
    // What began at the end of a tick has lived one tick less than were counted.
    const auto passed = static_cast<std::int64_t>(ticks(patience, phase));
    CHECK((patience.tick() * (passed - 1) >= allowed));
    CHECK((patience.tick() * (passed - 2) < allowed));
  };
  check(Phase::idle, options.idle_timeout);
  check(Phase::body, options.idle_timeout);
  check(Phase::writing, options.idle_timeout);
  check(Phase::head, options.header_timeout);
  check(Phase::draining, Patience::drain_time);
  CHECK_FALSE(patience.is_over(Phase::working, 0, 1'000'000));
}

TEST_CASE("only who has begun a request is told that it was too slow") {
  CHECK(is_told(Phase::head));
  CHECK(is_told(Phase::body));
  CHECK_FALSE(is_told(Phase::idle));
  CHECK_FALSE(is_told(Phase::working));
  CHECK_FALSE(is_told(Phase::writing));
  CHECK_FALSE(is_told(Phase::draining));
}

TEST_CASE("ticks are neither too fine nor too coarse") {
  Options options;
  CHECK((Patience(options).tick() == std::chrono::milliseconds(500)));
  options.header_timeout = joust::Nanoseconds(1);
  CHECK((Patience(options).tick() == std::chrono::milliseconds(10)));
}
