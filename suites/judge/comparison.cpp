#include "suites/judge/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <string>

#include "results/model/metric.hpp"
#include "results/stats/student_t.hpp"
#include "suites/judge/figures.hpp"
#include "suites/judge/pairing.hpp"
#include "suites/judge/sentences.hpp"

namespace joust::suites {

namespace {

/// A comparison on its way to its verdict.
struct Candidate {
  Comparison comparison;
  Pairing pairing;
  std::string place;  // as sentences say it
};

enum class Direction { none, up, down };

Direction side_of(const std::optional<Interval>& interval) {
  if (!interval) return Direction::none;
  if (interval->low > 0) return Direction::up;
  if (interval->high < 0) return Direction::down;
  return Direction::none;
}

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

/// METHOD's words, in its order; the gates have spoken already. `step` is what Holm's procedure
/// leaves this comparison; equality is tested at the run's own level.
Verdict verdict_of(const std::vector<double>& ratios, const stats::HolmStep& step, double margin,
                   double confidence) {
  const auto sign = stats::sign_interval(ratios, confidence);
  if (!sign) return Verdict::inconclusive;
  const double log_margin = std::log1p(margin);
  const Direction sign_side = side_of(sign);
  std::optional<Interval> adjusted;
  if (step.rejected) adjusted = stats::t_interval(ratios, step.confidence);
  const bool claims =
      adjusted && side_of(adjusted) != Direction::none && side_of(adjusted) == sign_side;
  if (claims && adjusted->low > log_margin) return Verdict::faster;
  if (claims && adjusted->high < -log_margin) return Verdict::slower;
  if (stats::equivalent_within(ratios, log_margin, confidence) &&
      std::abs(median_of(ratios)) < log_margin) {
    return Verdict::equal;
  }
  return claims ? Verdict::maybe : Verdict::inconclusive;
}

/// Interval and sign interval exclude "no difference" on the same side, at the run's own level.
bool told_apart(const std::vector<double>& ratios, double confidence) {
  const Direction side = side_of(stats::t_interval(ratios, confidence));
  return side != Direction::none && side == side_of(stats::sign_interval(ratios, confidence));
}

Estimate ratio_of(const std::vector<double>& ratios, double confidence) {
  Estimate ratio;
  ratio.n = ratios.size();
  ratio.confidence = confidence;
  ratio.point = std::exp(stats::moments_of(ratios).mean);
  if (const auto interval = stats::t_interval(ratios, confidence)) {
    ratio.interval = Interval{std::exp(interval->low), std::exp(interval->high)};
  }
  return ratio;
}

/// Half a margin decides wherever the true ratio lies.
std::size_t blocks_to_decide(const std::vector<double>& ratios, double margin, double confidence) {
  const double spread = stats::moments_of(ratios).stdev;
  return std::max(stats::blocks_for(spread, std::log1p(margin) / 2, confidence),
                  stats::blocks_for_claims(confidence));
}

/// Judges one family: its size is the plan's, comparisons that cannot be judged count with p = 1.
void decide(std::vector<Candidate>& family, const Metric& metric, const Design& design,
            double margin) {
  const double confidence = design.judgement.confidence;
  std::vector<double> p_values;
  for (const auto& candidate : family) {
    p_values.push_back(candidate.pairing.stands ? stats::t_p_value(candidate.pairing.ratios())
                                                : 1.0);
  }
  const auto steps = stats::holm(p_values, 1 - confidence);
  for (std::size_t i = 0; i < family.size(); ++i) {
    auto& [comparison, pairing, place] = family[i];
    SentenceContext context{metric, design.compare, place, margin, pairing.reason};
    if (!pairing.stands) {
      comparison.verdict = pairing.verdict;
    } else {
      const auto ratios = pairing.ratios();
      comparison.blocks = ratios.size();
      comparison.ratio = ratio_of(ratios, confidence);
      comparison.told_apart = told_apart(ratios, confidence);
      comparison.verdict = verdict_of(ratios, steps[i], margin, confidence);
      if (comparison.verdict == Verdict::inconclusive) {
        comparison.blocks_needed = blocks_to_decide(ratios, margin, confidence);
        context.reason =
            comparison.told_apart
                ? fmt::format("told apart, but not among {} comparisons", family.size())
                : "a few blocks drive it";
      }
    }
    comparison.sentence = sentence_of(comparison, context);
  }
}

std::vector<std::string> challengers(const Design& design) {
  std::vector<std::string> ids;
  for (const auto& contender : design.contenders) {
    if (contender.role == Role::contender && contender.id != design.reference) {
      ids.push_back(contender.id);
    }
  }
  return ids;
}

Candidate candidate_for(const Metric& metric, const Design& design, const std::string& contender,
                        std::string cell) {
  Candidate candidate;
  candidate.comparison.cell = std::move(cell);
  candidate.comparison.metric = metric.id;
  candidate.comparison.a = contender;
  candidate.comparison.b = design.reference;
  return candidate;
}

Candidate pooled_candidate(const Metric& metric, const Design& design, const std::string& contender,
                           const std::vector<Pairing>& cells) {
  auto candidate = candidate_for(metric, design, contender, std::string(geometric_mean_cell));
  const auto pooled = pool_cells(cells);
  candidate.pairing = pooled.pairing;
  const std::string planned = fmt::format("{} cell{}", cells.size(), cells.size() == 1 ? "" : "s");
  candidate.place = pooled.cells == cells.size() || !pooled.pairing.stands
                        ? fmt::format("over all {} (geometric mean)", planned)
                        : fmt::format("over {} of {} (geometric mean)", pooled.cells, planned);
  return candidate;
}

/// The geometric means first: they are the primary figures.
void add_comparisons(Findings& findings, const Run& run, const VisitIndex& index,
                     const Metric& metric) {
  const Design& design = run.design;
  const double margin = metric.judged_in(design.compare) == Judged::by_latency_margin
                            ? design.judgement.latency_margin
                            : design.judgement.margin;
  std::vector<Candidate> pooled;
  std::vector<Candidate> single;
  for (const auto& contender : challengers(design)) {
    std::vector<Pairing> cells;
    for (const auto& cell : design.cells) {
      auto candidate = candidate_for(metric, design, contender, cell.id());
      candidate.place = "at " + cell.label();
      candidate.pairing = pair_in_cell(index, metric, design.compare, {contender, cell.id()},
                                       {design.reference, cell.id()});
      cells.push_back(candidate.pairing);
      single.push_back(std::move(candidate));
    }
    pooled.push_back(pooled_candidate(metric, design, contender, cells));
  }
  for (auto* family : {&pooled, &single}) {
    decide(*family, metric, design, margin);
    for (auto& candidate : *family) findings.comparisons.push_back(std::move(candidate.comparison));
  }
}

void count_visits(Findings& findings, const Run& run, const VisitIndex& index) {
  for (const auto& block : run.design.schedule) findings.visits_planned += block.order.size();
  std::size_t unplanned = 0;
  for (const Visit* visit : index.counted()) {
    if (index.planned({visit->contender, visit->cell}) == 0) {
      ++unplanned;
      continue;
    }
    switch (visit->state) {
      case VisitState::valid:
        ++findings.visits_valid;
        break;
      case VisitState::invalid:
        ++findings.visits_invalid;
        break;
      case VisitState::failed:
        ++findings.visits_failed;
        break;
    }
  }
  if (unplanned > 0) {
    findings.notices.push_back(
        fmt::format("{} recorded visits are not in the run's plan and were left out", unplanned));
  }
}

}  // namespace

Findings judge(const Run& run, std::span<const Visit> visits) {
  const VisitIndex index(run, visits);
  Findings findings;
  findings.figures = figures_of(run, index);
  count_visits(findings, run, index);
  findings.blocks_dropped = dropped_attempts(run, visits);
  for (const auto& metric : metrics()) {
    if (metric.judged_in(run.design.compare) != Judged::shown) {
      add_comparisons(findings, run, index, metric);
    }
  }
  return findings;
}

}  // namespace joust::suites
