#include "plots/write_charts.hpp"

#include <system_error>

#include "base/posix.hpp"
#include "plots/gnuplot.hpp"
#include "plots/render.hpp"
#include "plots/series.hpp"
#include "results/store/run_directory.hpp"

namespace joust::plots {
namespace {

namespace fs = std::filesystem;

bool holds(const fs::path& file, const std::string& text) {
  std::error_code missing;
  return fs::is_regular_file(file, missing) && posix::read_file(file) == text;
}

/// Pictures drawn from other data would pass for these.
void remove_outdated_pictures(const fs::path& base, const Script& script) {
  const auto with = [&](const char* ending) { return fs::path{base.string() + ending}; };
  if (holds(with(".gp"), script.gp) && holds(with(".dat"), script.dat)) return;
  std::error_code ignored;
  fs::remove(with(".svg"), ignored);
  fs::remove(with(".png"), ignored);
}

}  // namespace

ChartFiles write_charts(const Run& run, const Findings& findings, const fs::path& directory) {
  const Charts made = charts_of(run, findings);
  ChartFiles result{{}, made.notices};
  std::vector<std::string> stems;
  for (const Chart& chart : made.charts) {
    const Script script = script_for(chart);
    const std::string base = "plots/" + chart.stem;
    remove_outdated_pictures(directory / base, script);
    for (const auto& [ending, text] :
         {std::pair{".gp", &script.gp}, std::pair{".dat", &script.dat}}) {
      store::write_product(directory, base + ending, *text);
      result.files.push_back(directory / (base + ending));
    }
    stems.push_back(chart.stem);
  }
  Rendered rendered = render(directory / "plots", stems);
  for (auto& picture : rendered.pictures) result.files.push_back(std::move(picture));
  for (auto& notice : rendered.notices) result.notices.push_back(std::move(notice));
  return result;
}

}  // namespace joust::plots
