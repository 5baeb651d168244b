#include "servers/null/delays.hpp"

#include <nlohmann/json.hpp>

#include "tests/support/catch.hpp"

using namespace joust::null_server;

TEST_CASE("answers wait in the order of their requests, however many") {
  WaitingQueue queue;
  CHECK(queue.empty());
  std::int64_t next_in = 0;
  std::int64_t next_out = 0;
  for (int round = 0; round < 50; ++round) {
    for (int i = 0; i < 100; ++i) queue.push({next_in++, 0, nullptr, 0, 0, false});
    for (int i = 0; i < 60; ++i) {
      REQUIRE(queue.front().received_ns == next_out++);
      queue.pop();
    }
  }
  while (!queue.empty()) {
    REQUIRE(queue.front().received_ns == next_out++);
    queue.pop();
  }
  CHECK(next_out == next_in);
}

TEST_CASE("the histogram keeps every delay to a thousandth") {
  DelayHistogram delays;
  for (std::int64_t ns = 1; ns <= 1000; ++ns) delays.record(ns * 1000);
  DelayHistogram other;
  other.record(123'456'789'012);
  delays.merge(other);
  const auto json = nlohmann::json::parse(delays.json(std::chrono::milliseconds(1)));
  CHECK(json["schema"] == "joust.null-delays/1");
  CHECK(json["delay_ns"] == 1'000'000);
  CHECK(json["count"] == 1001);
  CHECK(json["min_ns"] == 1000);
  CHECK(json["max_ns"] == 123'456'789'012);
  CHECK(json["percentiles_ns"]["100"] == 123'456'789'012);
  const double median = json["percentiles_ns"]["50"];
  CHECK(median > 501'000 * 0.999);
  CHECK(median <= 501'000);
  std::uint64_t sum = 0;
  for (const auto& bucket : json["histogram"]) sum += bucket[1].get<std::uint64_t>();
  CHECK(sum == 1001);
}

TEST_CASE("no delays are no numbers") {
  const auto json = nlohmann::json::parse(DelayHistogram().json(std::chrono::milliseconds(1)));
  CHECK(json["count"] == 0);
  CHECK_FALSE(json.contains("min_ns"));
}
