#include "results/model/metric.hpp"
#include "results/tables/tables.hpp"

namespace joust::tables {

std::vector<std::string> verdict_sentences(const Run& run, const Findings& findings) {
  const auto primary = primary_metric(run.design.compare).id;
  // The mean over one cell is that cell: said once.
  const bool has_mean = run.design.cells.size() > 1;
  std::vector<std::string> sentences;
  const auto add = [&](bool of_mean, bool of_primary) {
    for (const auto& comparison : findings.comparisons) {
      const bool is_mean = comparison.cell == geometric_mean_cell;
      if (is_mean == of_mean && (comparison.metric == primary) == of_primary &&
          !comparison.sentence.empty()) {
        sentences.push_back(comparison.sentence);
      }
    }
  };
  for (const bool of_mean : {true, false}) {
    if (of_mean && !has_mean) continue;
    for (const bool of_primary : {true, false}) add(of_mean, of_primary);
  }
  return sentences;
}

}  // namespace joust::tables
