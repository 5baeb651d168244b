#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "suites/judge/comparison.hpp"
#include "suites/judge/visit_index.hpp"

namespace joust::suites {

namespace {

using BlockKey = std::pair<std::uint32_t, std::string>;  // sweep, cell

struct Attempt {
  std::vector<const Visit*> visits;
  bool dropped = false;
};

using Attempts = std::map<BlockKey, std::map<std::uint32_t, Attempt>>;

Attempts attempts_of(const Run& run, std::span<const Visit> visits) {
  Attempts attempts;
  for (const auto& visit : visits) {
    Attempt& attempt = attempts[{visit.sweep, visit.cell}][visit.attempt];
    attempt.visits.push_back(&visit);
    if (!visit.quiet() && !run.allow_noise) attempt.dropped = true;
  }
  return attempts;
}

}  // namespace

std::vector<const Visit*> counted_visits(const Run& run, std::span<const Visit> visits) {
  std::vector<const Visit*> counted;
  for (const auto& [block, attempts] : attempts_of(run, visits)) {
    const auto last = std::find_if(attempts.rbegin(), attempts.rend(),
                                   [](const auto& entry) { return !entry.second.dropped; });
    if (last == attempts.rend()) continue;
    const auto& kept = last->second.visits;
    counted.insert(counted.end(), kept.begin(), kept.end());
  }
  // Whatever the order in the file, the same visits are judged in the same order.
  std::stable_sort(counted.begin(), counted.end(), [](const Visit* a, const Visit* b) {
    return std::tie(a->sweep, a->cell, a->position) < std::tie(b->sweep, b->cell, b->position);
  });
  return counted;
}

std::size_t dropped_attempts(const Run& run, std::span<const Visit> visits) {
  std::size_t dropped = 0;
  for (const auto& [block, attempts] : attempts_of(run, visits)) {
    for (const auto& [number, attempt] : attempts) dropped += attempt.dropped ? 1 : 0;
  }
  return dropped;
}

VisitIndex::VisitIndex(const Run& run, std::span<const Visit> visits)
    : counted_(counted_visits(run, visits)) {
  for (const Visit* visit : counted_) by_place_[{visit->contender, visit->cell}].push_back(visit);
  for (const auto& block : run.design.schedule) {
    for (const auto& contender : block.order) ++planned_[{contender, block.cell}];
  }
  for (const auto& gap : run.design.not_applicable) {
    refusals_.emplace(Place{gap.contender, gap.cell}, gap.reason);
  }
}

const std::vector<const Visit*>& VisitIndex::made(const Place& place) const {
  static const std::vector<const Visit*> none;
  const auto found = by_place_.find(place);
  return found == by_place_.end() ? none : found->second;
}

std::vector<const Visit*> VisitIndex::valid(const Place& place) const {
  std::vector<const Visit*> valid;
  for (const Visit* visit : made(place)) {
    if (visit->state == VisitState::valid) valid.push_back(visit);
  }
  return valid;
}

std::size_t VisitIndex::planned(const Place& place) const {
  const auto found = planned_.find(place);
  return found == planned_.end() ? 0 : found->second;
}

const std::string* VisitIndex::refusal(const Place& place) const {
  const auto found = refusals_.find(place);
  return found == refusals_.end() ? nullptr : &found->second;
}

}  // namespace joust::suites
