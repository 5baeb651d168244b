#include "tests/e2e/stored_run.hpp"

#include "base/posix.hpp"
#include "results/store/run_directory.hpp"
#include "tests/suites/judge/synthetic.hpp"

namespace joust::e2e {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t answers = 10'000;  // as many as a p99 takes

Made plausible(const std::string& contender, const std::string&, std::uint32_t sweep) {
  const double factor = contender == "nginx" ? 1.1 : 1.0;
  return {40'000.25 * factor + 7 * sweep, static_cast<std::int64_t>(250'500 / factor) + sweep};
}

}  // namespace

fs::path store_run(const Workshop& workshop, const StoredShape& shape) {
  test::SyntheticSuite suite;
  suite.contenders = shape.contenders;
  suite.connections = shape.connections;
  suite.anchor = true;
  Run run = test::synthetic_run(suite);
  run.title = shape.title;
  auto visits = test::synthetic_visits(run, [](const auto&, const auto&, auto) { return 0.0; });
  fs::path directory = workshop.path() / "out";
  store::RunWriter writer(directory, run);
  for (Visit& visit : visits) {
    const Made made =
        (shape.made ? shape.made : plausible)(visit.contender, visit.cell, visit.sweep);
    visit.load->rate_rps = made.rate_rps;
    visit.load->latency.service.emplace().record(made.latency_ns, answers);
    if (shape.change) shape.change(visit);
    writer.append(visit);
  }
  return directory;
}

std::map<std::string, std::string> files_of(const fs::path& directory) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    if (!entry.is_regular_file() || entry.path().extension() == ".png") continue;
    files[fs::relative(entry.path(), directory).string()] = posix::read_file(entry.path());
  }
  return files;
}

std::map<std::string, std::string> recorded_in(const fs::path& directory) {
  std::map<std::string, std::string> files;
  for (const char* name : {"run.json", "visits.jsonl"})
    if (fs::exists(directory / name)) files[name] = posix::read_file(directory / name);
  return files;
}

std::size_t charts_ending(const fs::path& directory, std::string_view extension) {
  std::size_t found = 0;
  if (!fs::exists(directory / "plots")) return found;
  for (const auto& entry : fs::directory_iterator(directory / "plots"))
    if (entry.path().extension() == extension) ++found;
  return found;
}

}  // namespace joust::e2e
