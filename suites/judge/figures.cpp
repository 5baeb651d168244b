#include "suites/judge/figures.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <optional>

#include "results/model/metric.hpp"
#include "results/stats/student_t.hpp"
#include "suites/judge/visit_reasons.hpp"

namespace joust::suites {

namespace {

void add_once(std::vector<std::string>& all, const std::string& text) {
  if (std::find(all.begin(), all.end(), text) == all.end()) all.push_back(text);
}

std::vector<double> values_of(const Metric& metric, const std::vector<const Visit*>& visits) {
  std::vector<double> values;
  for (const Visit* visit : visits) {
    const auto value = metric.value_of(*visit);
    if (value && std::isfinite(*value)) values.push_back(*value);
  }
  return values;
}

std::optional<Estimate> averaged(const Metric& metric, std::vector<double> values,
                                 double confidence) {
  if (values.empty()) return std::nullopt;
  Estimate estimate;
  estimate.n = values.size();
  estimate.confidence = confidence;
  const bool all_positive =
      std::all_of(values.begin(), values.end(), [](double value) { return value > 0; });
  if (metric.scale == Scale::ratio && all_positive) {
    for (double& value : values) value = std::log(value);
    estimate.point = std::exp(stats::moments_of(values).mean);
    if (const auto interval = stats::t_interval(values, confidence)) {
      estimate.interval = Interval{std::exp(interval->low), std::exp(interval->high)};
    }
    return estimate;
  }
  estimate.point = stats::moments_of(values).mean;
  if (metric.scale == Scale::ratio) {
    estimate.warnings.emplace_back("a block's value is 0: averaged as it is, without an interval");
  } else {
    estimate.interval = stats::t_interval(values, confidence);
  }
  return estimate;
}

std::optional<Estimate> largest(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  Estimate estimate;
  estimate.point = *std::max_element(values.begin(), values.end());
  estimate.n = values.size();
  return estimate;
}

void add_merged(Figure& figure, const Metric& metric, const std::vector<const Visit*>& visits,
                double confidence) {
  std::optional<Histogram> merged;
  std::size_t n = 0;
  for (const Visit* visit : visits) {
    const auto* histogram = metric.histogram_of(*visit);
    if (histogram == nullptr || !*histogram) continue;
    if (merged) {
      merged->merge(**histogram);
    } else {
      merged = **histogram;
    }
    ++n;
  }
  if (!merged || merged->empty()) return;
  const std::string id(metric.id);
  if (!merged->supports(metric.quantile)) {
    figure.missing[id] = fmt::format("needs {} values, has {}",
                                     Histogram::needed_for(metric.quantile), merged->count());
    return;
  }
  Estimate estimate;
  estimate.point = static_cast<double>(*merged->quantile(metric.quantile));
  estimate.n = n;
  estimate.confidence = confidence;
  if (const auto interval = merged->quantile_interval(metric.quantile, confidence)) {
    estimate.interval =
        Interval{static_cast<double>(interval->first), static_cast<double>(interval->second)};
  }
  figure.metrics[id] = estimate;
}

void add_metric(Figure& figure, const Metric& metric, const std::vector<const Visit*>& visits,
                double confidence) {
  std::optional<Estimate> estimate;
  switch (metric.pooling) {
    case Pooling::merged:
      add_merged(figure, metric, visits, confidence);
      return;
    case Pooling::maximum:
      estimate = largest(values_of(metric, visits));
      break;
    case Pooling::blocks:
      estimate = averaged(metric, values_of(metric, visits), confidence);
      break;
  }
  if (estimate) figure.metrics[std::string(metric.id)] = *estimate;
}

/// Why visits are missing: the gates' reasons, what was not made, or that the cell is refused.
std::vector<std::string> reasons_of(const Place& place, const VisitIndex& index) {
  if (const auto* refusal = index.refusal(place)) return {*refusal};
  std::vector<std::string> known;
  std::vector<std::string> reasons;
  for (const Visit* visit : index.made(place)) {
    if (visit->state == VisitState::valid) continue;
    if (visit->reasons.empty()) add_once(reasons, std::string(name_of(visit->state)));
    for (const auto& reason : visit->reasons) {
      // The same reason comes with other words each time where a log has the time in it.
      if (std::find(known.begin(), known.end(), reason) != known.end()) continue;
      known.push_back(reason);
      add_once(reasons, &reason == &visit->reasons.front() ? reason + last_words(*visit) : reason);
    }
  }
  const std::size_t planned = index.planned(place);
  const std::size_t made = index.made(place).size();
  if (made < planned) {
    reasons.push_back(fmt::format("{} of {} visits were not made", planned - made, planned));
  }
  return reasons;
}

}  // namespace

std::vector<Figure> figures_of(const Run& run, const VisitIndex& index) {
  std::vector<Figure> figures;
  for (const auto& cell : run.design.cells) {
    for (const auto& contender : run.design.contenders) {
      const Place place{contender.id, cell.id()};
      Figure figure;
      figure.contender = contender.id;
      figure.cell = cell.id();
      figure.planned = index.planned(place);
      const auto visits = index.valid(place);
      figure.valid = visits.size();
      for (const auto& metric : metrics()) {
        add_metric(figure, metric, visits, run.design.judgement.confidence);
      }
      for (const Visit* visit : visits) {
        for (const auto& mark : visit->marks) add_once(figure.marks, mark);
        if (!visit->quiet()) add_once(figure.marks, "disturbed");
      }
      figure.reasons = reasons_of(place, index);
      figures.push_back(std::move(figure));
    }
  }
  return figures;
}

}  // namespace joust::suites
