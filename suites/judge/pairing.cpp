#include "suites/judge/pairing.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

#include "suites/judge/visit_reasons.hpp"

namespace joust::suites {

namespace {

constexpr std::size_t fewest_pairs = 2;  // below, nothing has a spread
// Of a contender's valid visits: at the edge of the limit single visits cross it by chance.
constexpr double limited_share = 0.25;

Pairing gated(Verdict verdict, std::string reason) {
  return {.stands = false, .verdict = verdict, .reason = std::move(reason), .values = {}};
}

bool is_mostly(const std::vector<const Visit*>& visits, std::string_view mark) {
  const auto marked = std::count_if(visits.begin(), visits.end(),
                                    [&](const Visit* v) { return v->has_mark(mark); });
  return static_cast<double>(marked) > limited_share * static_cast<double>(visits.size());
}

/// The mark that forbids ranking this metric, where one does.
std::optional<Verdict> limit_of(const std::vector<const Visit*>& visits, const Metric& metric,
                                Side side) {
  if (side == Side::servers && is_mostly(visits, "client-limited")) return Verdict::client_limited;
  // What a client costs a request is its own, however busy the server is.
  if (side == Side::clients && metric.id == "rate_rps" && is_mostly(visits, "server-limited")) {
    return Verdict::server_limited;
  }
  return std::nullopt;
}

std::string how_few(const VisitIndex& index, const Place& place, std::size_t valid) {
  std::string text = fmt::format("{} has {} valid visit{} of {}", place.first, valid,
                                 valid == 1 ? "" : "s", index.planned(place));
  for (const Visit* visit : index.made(place)) {
    if (visit->state == VisitState::valid || visit->reasons.empty()) continue;
    return text + ": " + visit->reasons.front() + last_words(*visit);
  }
  const std::size_t made = index.made(place).size();
  const std::size_t planned = index.planned(place);
  return made < planned ? fmt::format("{}: {} not made", text, planned - made) : text;
}

std::map<std::uint32_t, const Visit*> by_sweep(const std::vector<const Visit*>& visits) {
  std::map<std::uint32_t, const Visit*> sweeps;
  for (const Visit* visit : visits) sweeps.emplace(visit->sweep, visit);
  return sweeps;
}

Pairing pair_values(const Metric& metric, const std::vector<const Visit*>& a,
                    const std::vector<const Visit*>& b) {
  const auto reference = by_sweep(b);
  Pairing pairing;
  std::size_t common = 0;
  for (const auto& [sweep, visit] : by_sweep(a)) {
    const auto other = reference.find(sweep);
    if (other == reference.end()) continue;
    ++common;
    const auto value_a = metric.value_of(*visit);
    const auto value_b = metric.value_of(*other->second);
    if (!value_a || !value_b || !std::isfinite(*value_a) || !std::isfinite(*value_b)) continue;
    if (*value_a <= 0 || *value_b <= 0) {
      return gated(Verdict::invalid,
                   fmt::format("n/a: {} of 0 in sweep {}", metric.title, sweep + 1));
    }
    const double log_ratio = std::log(*value_a / *value_b);
    pairing.values[sweep] = metric.better == Better::higher ? log_ratio : -log_ratio;
  }
  if (pairing.values.size() >= fewest_pairs) {
    pairing.stands = true;
    return pairing;
  }
  if (common >= fewest_pairs) {
    return gated(Verdict::not_comparable, fmt::format("{} was not measured", metric.title));
  }
  return gated(Verdict::invalid,
               fmt::format("{} block{} with valid visits of both", common, common == 1 ? "" : "s"));
}

/// What most of the cells say, none of which stands, as the rest of a sentence: ": " and the reason
/// where it is that of all of them, else with how many say so. Of equally many the first.
std::string reason_of_most(const std::vector<Pairing>& cells) {
  const auto saying = [&](const std::string& reason) {
    return std::count_if(cells.begin(), cells.end(),
                         [&](const Pairing& cell) { return cell.reason == reason; });
  };
  const std::string* reason = nullptr;
  std::ptrdiff_t most = 0;
  for (const Pairing& cell : cells) {
    const auto count = saying(cell.reason);
    if (cell.reason.empty() || count <= most) continue;
    reason = &cell.reason;
    most = count;
  }
  if (reason == nullptr) return {};
  if (most == std::ssize(cells)) return ": " + *reason;
  return fmt::format("; in {} of {}: {}", most, cells.size(), *reason);
}

}  // namespace

std::vector<double> Pairing::ratios() const {
  std::vector<double> ratios;
  for (const auto& [sweep, value] : values) ratios.push_back(value);
  return ratios;
}

Pairing pair_in_cell(const VisitIndex& index, const Metric& metric, Side side, const Place& a,
                     const Place& b) {
  for (const Place& place : {a, b}) {
    if (const auto* refusal = index.refusal(place)) {
      return gated(Verdict::not_comparable, fmt::format("{}: {}", place.first, *refusal));
    }
  }
  for (const Place& place : {a, b}) {
    const auto valid = index.valid(place).size();
    if (valid < fewest_pairs) return gated(Verdict::invalid, how_few(index, place, valid));
  }
  for (const Place& place : {a, b}) {
    if (const auto limit = limit_of(index.valid(place), metric, side)) {
      return gated(*limit, place.first);
    }
  }
  return pair_values(metric, index.valid(a), index.valid(b));
}

PooledPairing pool_cells(const std::vector<Pairing>& cells) {
  std::size_t fullest = 0;
  for (const auto& cell : cells) {
    if (cell.stands) fullest = std::max(fullest, cell.values.size());
  }
  // A cell that lost most of its blocks would take as many sweeps from all the others.
  std::map<std::uint32_t, std::vector<double>> sweeps;
  PooledPairing pooled;
  for (const auto& cell : cells) {
    if (!cell.stands || 2 * cell.values.size() < fullest) continue;
    ++pooled.cells;
    for (const auto& [sweep, value] : cell.values) sweeps[sweep].push_back(value);
  }
  for (const auto& [sweep, values] : sweeps) {
    if (values.size() != pooled.cells) continue;
    double sum = 0;
    for (const double value : values) sum += value;
    pooled.pairing.values[sweep] = sum / static_cast<double>(values.size());
  }
  pooled.pairing.stands = pooled.pairing.values.size() >= fewest_pairs;
  if (pooled.pairing.stands) return pooled;
  if (pooled.cells > 0) {
    pooled.pairing = gated(Verdict::invalid, "fewer than 2 sweeps have every cell");
    return pooled;
  }
  const bool one_verdict = std::all_of(cells.begin(), cells.end(), [&](const Pairing& cell) {
    return cell.verdict == cells.front().verdict;
  });
  pooled.pairing =
      one_verdict && !cells.empty()
          ? gated(cells.front().verdict, "in every cell" + reason_of_most(cells))
          : gated(Verdict::invalid, "no cell is valid for both" + reason_of_most(cells));
  return pooled;
}

}  // namespace joust::suites
