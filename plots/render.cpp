#include "plots/render.hpp"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <string_view>

#include "base/error.hpp"
#include "base/posix.hpp"
#include "plots/child.hpp"

namespace joust::plots {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view remedy =
    "Install gnuplot 5.0 or later (Debian: apt-get install gnuplot-nox), then run 'joust plot' on "
    "the run's directory";

std::string last_line(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  const std::size_t start = text.rfind('\n');
  return std::string{start == std::string_view::npos ? text : text.substr(start + 1)};
}

/// Why the child did not do its work.
std::string failure_of(const ChildEnd& end, Nanoseconds limit) {
  if (end.start_error == ENOENT) return "there is no gnuplot in PATH";
  if (end.start_error != 0)
    return fmt::format("gnuplot cannot be started: {}", std::strerror(end.start_error));
  if (end.timed_out)
    return fmt::format("gnuplot did not end within {} and was stopped", format_duration(limit));
  const std::string words = last_line(end.output);
  const std::string ending = end.signal != 0 ? fmt::format("was ended by signal {}", end.signal)
                                             : fmt::format("exited with {}", end.exit_status);
  return fmt::format("gnuplot {}{}{}", ending, words.empty() ? "" : ": ", words);
}

/// Why this gnuplot will not do; nothing: it will.
std::optional<std::string> unfit_gnuplot(const fs::path& folder, Nanoseconds limit) {
  const ChildEnd end = run_child({"gnuplot", "--version"}, folder, limit);
  if (!end.succeeded()) return failure_of(end, limit);
  int major = 0;
  constexpr std::string_view name = "gnuplot ";
  const std::size_t at = end.output.find(name);
  if (at != std::string::npos) major = std::atoi(end.output.c_str() + at + name.size());
  if (major >= 5) return std::nullopt;
  return fmt::format("the gnuplot in PATH is not fit: its version is '{}'", last_line(end.output));
}

bool is_whole(const fs::path& picture) {
  std::error_code missing;
  if (!fs::is_regular_file(picture, missing)) return false;
  const std::string end = posix::file_tail(picture, 64);
  return end.find(picture.extension() == ".svg" ? "</svg>" : "IEND") != std::string::npos;
}

std::string not_drawn(const std::vector<std::string>& names, std::string_view why,
                      std::string_view what_to_do) {
  return fmt::format("charts not drawn: {}: {}. {}; scripts and data are in plots/",
                     fmt::join(names, ", "), why, what_to_do);
}

struct Trouble {
  std::string why;  // "" for none
  bool timed_out = false;
};

Trouble draw(const fs::path& folder, const std::string& stem, Nanoseconds limit,
             Rendered& rendered) {
  std::error_code ignored;
  const fs::path svg = folder / (stem + ".svg");
  const fs::path png = folder / (stem + ".png");
  for (const fs::path& picture : {svg, png}) fs::remove(picture, ignored);
  // -d: the user's own gnuplot settings stay out of it.
  const ChildEnd end = run_child({"gnuplot", "-d", stem + ".gp"}, folder, limit);
  std::vector<std::string> missing;
  for (const fs::path& picture : {svg, png}) {
    if (is_whole(picture)) {
      rendered.pictures.push_back(picture);
      continue;
    }
    fs::remove(picture, ignored);
    missing.push_back(picture.filename().string());
  }
  if (missing.empty()) return {};
  const std::string why = end.succeeded() ? "gnuplot reported success but wrote no whole picture"
                                          : failure_of(end, limit);
  return {fmt::format("{} ({})", fmt::join(missing, " and "), why), end.timed_out};
}

}  // namespace

Rendered render(const fs::path& folder, const std::vector<std::string>& stems, Nanoseconds limit) {
  Rendered rendered;
  if (stems.empty()) return rendered;
  if (const auto unfit = unfit_gnuplot(folder, limit)) {
    rendered.notices.push_back(not_drawn(stems, *unfit, remedy));
    return rendered;
  }
  for (std::size_t i = 0; i < stems.size(); ++i) {
    const Trouble trouble = draw(folder, stems[i], limit, rendered);
    if (trouble.why.empty()) continue;
    rendered.notices.push_back(
        fmt::format("chart not drawn: {}. 'gnuplot {}.gp' in plots/ shows the "
                    "whole message",
                    trouble.why, stems[i]));
    if (!trouble.timed_out || i + 1 == stems.size()) continue;
    rendered.notices.push_back(not_drawn({stems.begin() + static_cast<long>(i) + 1, stems.end()},
                                         "not tried after that", "Run 'joust plot' again"));
    break;
  }
  return rendered;
}

}  // namespace joust::plots
