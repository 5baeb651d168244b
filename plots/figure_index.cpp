#include "plots/figure_index.hpp"

namespace joust::plots {

FigureIndex::FigureIndex(const Run& run, const Findings& findings) {
  for (const Figure& figure : findings.figures) figures_[{figure.contender, figure.cell}] = &figure;
  for (const NotApplicable& entry : run.design.not_applicable)
    not_applicable_[{entry.contender, entry.cell}] = entry.reason;
  for (const Comparison& comparison : findings.comparisons) {
    if (comparison.verdict == Verdict::client_limited ||
        comparison.verdict == Verdict::server_limited)
      limited_.push_back(&comparison);
  }
}

const Figure* FigureIndex::find(std::string_view contender, std::string_view cell) const {
  const auto found = figures_.find({contender, cell});
  return found == figures_.end() ? nullptr : found->second;
}

const Estimate* FigureIndex::find(std::string_view contender, std::string_view cell,
                                  std::string_view metric) const {
  const Figure* figure = find(contender, cell);
  if (figure == nullptr) return nullptr;
  const auto found = figure->metrics.find(std::string{metric});
  return found == figure->metrics.end() ? nullptr : &found->second;
}

std::string FigureIndex::why_missing(std::string_view contender, std::string_view cell,
                                     std::string_view metric) const {
  const auto excused = not_applicable_.find({contender, cell});
  if (excused != not_applicable_.end()) return std::string{excused->second};
  const Figure* figure = find(contender, cell);
  if (figure == nullptr) return "not visited";
  const auto why = figure->missing.find(std::string{metric});
  if (why != figure->missing.end()) return why->second;
  if (figure->valid > 0) return "not measured";
  return figure->reasons.empty() ? "no valid visit" : "no valid visit: " + figure->reasons.front();
}

std::optional<Verdict> FigureIndex::limit(std::string_view contender, std::string_view cell,
                                          std::string_view metric) const {
  for (const Comparison* comparison : limited_) {
    if (comparison->a == contender && comparison->cell == cell && comparison->metric == metric)
      return comparison->verdict;
  }
  return std::nullopt;
}

Look look_of(const Run& run, std::string_view contender) {
  Look look;
  for (const Contender& each : run.design.contenders) {
    if (each.id == contender) {
      look.anchor = each.role == Role::anchor;
      return look;
    }
    if (each.role != Role::anchor) ++look.index;
  }
  return look;
}

std::string legend_label(const Contender& contender) {
  return contender.role == Role::anchor ? contender.id + " (anchor)" : contender.id;
}

}  // namespace joust::plots
