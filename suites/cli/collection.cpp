#include "suites/cli/collection.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>

#include "results/store/run_directory.hpp"
#include "suites/judge/comparison.hpp"

namespace joust::suites::cli {
namespace {

namespace fs = std::filesystem;

bool holds_run(const fs::path& folder) { return fs::exists(folder / "run.json"); }

std::string link_to(const fs::path& run, const char* file, const char* word) {
  const std::string path = run.filename().string() + "/" + file;
  return fs::exists(run / file) ? fmt::format("[{}]({})", word, path) : std::string(word);
}

std::string entry_of(const fs::path& directory) {
  const auto stored = store::read_run(directory);
  const auto findings = judge(stored.run, stored.visits);
  std::string text = fmt::format(
      "## {}: {}\n\n{} of {} planned visits are valid. {}, {}, {}.\n\n", stored.run.suite_name,
      stored.run.title, findings.visits_valid, findings.visits_planned,
      link_to(directory, "tables/results.md", "Results"),
      link_to(directory, "summary.json", "summary"), link_to(directory, "plots", "charts"));
  for (const auto& comparison : findings.comparisons) {
    if (comparison.cell == geometric_mean_cell) text += "- " + comparison.sentence + "\n";
  }
  return text + "\n";
}

}  // namespace

std::vector<fs::path> runs_of_collection(const fs::path& folder) {
  std::vector<fs::path> runs;
  if (!fs::is_directory(folder) || holds_run(folder)) return runs;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.is_directory() && holds_run(entry.path())) runs.push_back(entry.path());
  }
  std::sort(runs.begin(), runs.end());
  return runs;
}

void write_index(const fs::path& folder) {
  std::string text = "# Runs\n\n";
  for (const auto& run : runs_of_collection(folder)) text += entry_of(run);
  store::write_product(folder, "index.md", text);
}

}  // namespace joust::suites::cli
