#include "client/load/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/catch.hpp"

namespace joust::client {
namespace {

constexpr std::int64_t second = 1'000'000'000;

std::vector<std::int64_t> due_stamps(Schedule schedule, std::size_t count) {
  std::vector<std::int64_t> stamps;
  for (std::size_t i = 0; i < count; ++i) {
    stamps.push_back(schedule.next_ns());
    schedule.advance();
  }
  return stamps;
}

SchedulePart at_rate(double rate_rps) {
  SchedulePart part;
  part.rate_rps = rate_rps;
  return part;
}

TEST_CASE("constant arrivals are evenly apart and do not drift") {
  const auto stamps = due_stamps(Schedule(at_rate(3), 100), 3'000'001);
  CHECK(stamps[0] == 100);
  CHECK(stamps[1] == 100 + 333'333'333);
  CHECK(stamps[2] == 100 + 666'666'667);
  CHECK(stamps[3] == 100 + second);
  CHECK(stamps[3'000'000] == 100 + 1'000'000 * second);
}

TEST_CASE("threads take turns in one even schedule") {
  std::vector<std::int64_t> all;
  for (std::size_t thread = 0; thread < 4; ++thread) {
    SchedulePart part = at_rate(1000);
    part.part = thread;
    part.parts = 4;
    const auto stamps = due_stamps(Schedule(part, 0), 50);
    all.insert(all.end(), stamps.begin(), stamps.end());
  }
  std::sort(all.begin(), all.end());
  for (std::size_t i = 0; i < all.size(); ++i)
    CHECK(all[i] == static_cast<std::int64_t>(i) * 1'000'000);
}

TEST_CASE("in a ramp the rate grows evenly from nothing") {
  SchedulePart part = at_rate(1000);
  part.ramp_ns = 2 * second;
  const auto stamps = due_stamps(Schedule(part, 0), 3000);
  const auto before = [&](double seconds) {
    return std::count_if(stamps.begin(), stamps.end(), [&](std::int64_t at) {
      return static_cast<double>(at) < seconds * 1e9 - 1;
    });
  };
  CHECK(before(0.5) == 63);  // 1000 / 2 s * 0.5 s * 0.5 s / 2, and the one at the start
  CHECK(before(1) == 250);
  CHECK(before(2) == 1000);
  CHECK(before(3) == 2000);
  CHECK(std::is_sorted(stamps.begin(), stamps.end()));
}

/// Anderson-Darling against the unit exponential, both parameters known: Stephens (1974), case 0;
/// above 3.857 at the 1 % level.
double anderson_darling(std::vector<double> gaps) {
  std::sort(gaps.begin(), gaps.end());
  const auto n = static_cast<double>(gaps.size());
  double sum = 0;
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    const double below = -std::expm1(-gaps[i]);
    const double log_above = -gaps[gaps.size() - 1 - i];
    sum += (2 * static_cast<double>(i) + 1) * (std::log(below) + log_above);
  }
  return -n - sum / n;
}

TEST_CASE("Poisson gaps pass Anderson-Darling, and constant ones do not") {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    SchedulePart part = at_rate(1e5);
    part.arrivals = Arrivals::poisson;
    part.seed = seed;
    const auto stamps = due_stamps(Schedule(part, 0), 20'001);
    std::vector<double> gaps;
    for (std::size_t i = 1; i < stamps.size(); ++i)
      gaps.push_back((static_cast<double>(stamps[i] - stamps[i - 1]) + 0.5) * 1e-4);
    INFO("seed " << seed);
    CHECK(anderson_darling(gaps) < 3.857);
    CHECK(std::is_sorted(stamps.begin(), stamps.end()));
  }
  CHECK(anderson_darling(std::vector<double>(1000, 1.0)) > 3.857);
}

TEST_CASE("threads of one Poisson load are different, and the same seed is the same load") {
  SchedulePart part = at_rate(1000);
  part.arrivals = Arrivals::poisson;
  part.parts = 2;
  const auto first = due_stamps(Schedule(part, 0), 10);
  CHECK(first == due_stamps(Schedule(part, 0), 10));
  part.part = 1;
  CHECK(first != due_stamps(Schedule(part, 0), 10));
}

}  // namespace
}  // namespace joust::client
