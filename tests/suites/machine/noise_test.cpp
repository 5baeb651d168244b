#include "suites/machine/noise.hpp"

#include <unistd.h>

#include "tests/support/catch.hpp"

namespace joust::suites {
namespace {

constexpr std::string_view before_text =
    "cpu  300 0 100 1000 10 0 5 20 0 0\n"
    "cpu0 100 0 50 500 5 0 5 10 0 0\n"
    "cpu1 200 0 50 500 5 0 0 10 0 0\n"
    "intr 12345\n";
constexpr std::string_view after_text =
    "cpu  380 0 100 1100 10 0 5 40 0 0\n"
    "cpu0 180 0 50 500 5 0 5 30 0 0\n"
    "cpu1 200 0 50 600 5 0 0 10 0 0\n";

}  // namespace

TEST_CASE("CPU times are summed over the CPUs asked for, or over all") {
  const auto all = cpu_times_from(before_text, {});
  REQUIRE(all);
  CHECK(all->busy == 405);
  CHECK(all->idle == 1010);
  CHECK(all->steal == 20);
  const auto second = cpu_times_from(before_text, {1});
  REQUIRE(second);
  CHECK(second->busy == 250);
  CHECK(second->total() == 765);
  CHECK_FALSE(cpu_times_from(before_text, {7}));
  CHECK_FALSE(cpu_times_from("", {}));
}

TEST_CASE("shares are of the CPUs' time between two looks") {
  const auto before = cpu_times_from(before_text, {0});
  const auto after = cpu_times_from(after_text, {0});
  REQUIRE(before);
  REQUIRE(after);
  CHECK(steal_share(*before, *after).value() == Approx(0.2));
  CHECK(busy_share(*before, *after).value() == Approx(0.8));
  CHECK_FALSE(steal_share(*before, *before));
}

TEST_CASE("this machine's CPU times can be read") {
  const auto now = cpu_times({});
  REQUIRE(now);
  CHECK(now->total() > 0);
}

TEST_CASE("the busiest process between two looks is named, oneself left out") {
  ProcessLook before;
  before.processes[10] = {"idle", 500};
  before.processes[11] = {"runner", 100};
  ProcessLook after = before;
  after.processes[11].ticks = 900;
  after.processes[12] = {"cc1plus (x)", 40};
  after.processes[13] = {"make", 3};
  CHECK(busiest_between(before, after, 11) == "cc1plus (x) (12)");
  CHECK(busiest_between(before, before, 11).empty());
}

TEST_CASE("a look finds this very process") {
  const ProcessLook look = look_at_processes();
  const auto self = look.processes.find(getpid());
  REQUIRE(self != look.processes.end());
  CHECK_FALSE(self->second.name.empty());
}

}  // namespace joust::suites
