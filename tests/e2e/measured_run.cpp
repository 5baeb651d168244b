#include "tests/e2e/measured_run.hpp"

#include <algorithm>

#include "results/store/run_directory.hpp"
#include "suites/judge/comparison.hpp"
#include "tests/support/catch.hpp"

namespace joust::e2e {

void check_made(const Visit& visit) {
  INFO(visit.contender << " in " << visit.cell << ", sweep " << visit.sweep);
  for (const auto& reason : visit.reasons) UNSCOPED_INFO(reason);
  CHECK(visit.state != VisitState::failed);
  CHECK((visit.state == VisitState::valid) == visit.reasons.empty());
  REQUIRE(visit.load.has_value());
  const LoadResult& load = *visit.load;
  CHECK(load.requests.failed == 0);
  CHECK(load.requests.started == load.requests.ok + load.requests.in_flight);
  CHECK(load.bytes.received == load.bytes.framing + load.bytes.body + load.bytes.partial);
  CHECK(load.watched.has_value());
  if (visit.state != VisitState::valid) return;
  CHECK(load.window.ok > 0);
  CHECK(load.status.count(200) == 1);
}

int exit_code_over(const std::filesystem::path& directory) {
  const auto stored = store::read_run(directory);
  const auto counted = suites::counted_visits(stored.run, stored.visits);
  std::size_t planned = 0;
  for (const auto& block : stored.run.design.schedule) planned += block.order.size();
  const auto valid = std::count_if(counted.begin(), counted.end(), [](const Visit* visit) {
    return visit->state == VisitState::valid;
  });
  return static_cast<std::size_t>(valid) == planned ? 0 : 5;
}

}  // namespace joust::e2e
