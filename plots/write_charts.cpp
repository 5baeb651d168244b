#include "plots/write_charts.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
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

/// Whether the script at `path` is one that a report wrote there.
bool is_ours(const fs::path& path) {
  std::error_code missing;
  if (!fs::is_regular_file(fs::symlink_status(path, missing))) return false;
  const std::string mark = script_mark(path.stem().string());
  std::ifstream file{path, std::ios::binary};
  std::string start(mark.size(), '\0');
  file.read(start.data(), std::ssize(start));
  return file && start == mark;
}

/// Charts in `folder` that a report wrote and that are not among `made`.
std::vector<std::string> earlier_charts(const fs::path& folder,
                                        const std::vector<std::string>& made) {
  std::vector<std::string> stems;
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator{folder, missing}) {
    const fs::path& file = entry.path();
    const std::string stem = file.stem().string();
    const bool still_made = std::find(made.begin(), made.end(), stem) != made.end();
    if (file.extension() == ".gp" && !still_made && is_ours(file)) stems.push_back(stem);
  }
  std::sort(stems.begin(), stems.end());
  return stems;
}

/// Why a file of the chart could not be removed; "": none is left.
std::string remove_chart(const fs::path& folder, const std::string& stem) {
  std::error_code error;
  // The script last: it is what says that the others are ours.
  for (const char* ending : {".svg", ".png", ".dat", ".gp"}) {
    const fs::path file = folder / (stem + ending);
    fs::remove(file, error);
    if (error) return fmt::format("{}: {}", file.string(), error.message());
  }
  return {};
}

/// A chart that this report does not make would pass for one of its own.
void remove_earlier_charts(const fs::path& folder, const std::vector<std::string>& made,
                           std::vector<std::string>& notices) {
  std::vector<std::string> removed;
  for (const std::string& stem : earlier_charts(folder, made)) {
    const std::string trouble = remove_chart(folder, stem);
    if (trouble.empty()) {
      removed.push_back(stem);
    } else {
      notices.push_back("a chart of an earlier report cannot be removed: " + trouble);
    }
  }
  if (removed.empty()) return;
  notices.push_back(
      fmt::format("charts of an earlier report, which this one does not make, were removed: {}",
                  fmt::join(removed, ", ")));
  std::error_code ignored;
  if (fs::is_empty(folder, ignored)) fs::remove(folder, ignored);
}

}  // namespace

ChartFiles write_charts(const Run& run, const Findings& findings, const fs::path& directory) {
  const Charts made = charts_of(run, findings);
  ChartFiles result{{}, made.notices};
  std::vector<std::string> stems;
  for (const Chart& chart : made.charts) stems.push_back(chart.stem);
  remove_earlier_charts(directory / "plots", stems, result.notices);
  for (const Chart& chart : made.charts) {
    const Script script = script_for(chart);
    const std::string base = "plots/" + chart.stem;
    remove_outdated_pictures(directory / base, script);
    for (const auto& [ending, text] :
         {std::pair{".gp", &script.gp}, std::pair{".dat", &script.dat}}) {
      store::write_product(directory, base + ending, *text);
      result.files.push_back(directory / (base + ending));
    }
  }
  Rendered rendered = render(directory / "plots", stems);
  for (auto& picture : rendered.pictures) result.files.push_back(std::move(picture));
  for (auto& notice : rendered.notices) result.notices.push_back(std::move(notice));
  return result;
}

}  // namespace joust::plots
