#include "plots/write_charts.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

#include "base/posix.hpp"
#include "plots/render.hpp"
#include "tests/plots/synthetic_run.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace fs = std::filesystem;
using joust::plots::ChartFiles;
using joust::plots::Rendered;
using joust::plots::write_charts;
using joust::test::TemporaryFolder;

namespace {

/// PATH for as long as it lives.
class PathOverride {
 public:
  explicit PathOverride(const std::string& path) : former_(std::getenv("PATH")) {
    setenv("PATH", path.c_str(), 1);
  }
  PathOverride(const PathOverride&) = delete;
  PathOverride& operator=(const PathOverride&) = delete;
  ~PathOverride() { setenv("PATH", former_.c_str(), 1); }

 private:
  std::string former_;
};

/// A folder with a program 'gnuplot' of our own.
void write_gnuplot(const TemporaryFolder& folder, std::string_view body) {
  const auto program = folder.write("bin/gnuplot", fmt::format("#!/bin/sh\n{}\n", body));
  fs::permissions(program, fs::perms::owner_all);
}

constexpr std::string_view answers_version =
    "if [ \"$1\" = --version ]; then echo 'gnuplot 5.4 patchlevel 4'; exit 0; fi\n";

bool has_gnuplot() { return std::system("gnuplot --version >/dev/null 2>&1") == 0; }

joust::Run sample_run() {
  return joust::test::synthetic_run({.contenders = {"evhttp", "nginx"}, .sizes = {52}});
}

std::size_t count(const fs::path& folder, std::string_view extension) {
  std::size_t found = 0;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == extension) ++found;
  return found;
}

ChartFiles write_sample(const fs::path& folder) {
  const auto run = sample_run();
  return write_charts(run, joust::test::synthetic_findings(run), folder);
}

void check_only_scripts(const TemporaryFolder& folder, const ChartFiles& made) {
  CHECK(count(folder / "plots", ".gp") == 4);
  CHECK(count(folder / "plots", ".dat") == 4);
  CHECK(count(folder / "plots", ".svg") == 0);
  CHECK(count(folder / "plots", ".png") == 0);
  CHECK(made.files.size() == 8);
  REQUIRE(made.notices.size() == 1);
  CHECK(made.notices[0].find("ratio-throughput") != std::string::npos);
  CHECK(made.notices[0].find("latency-by-connections-static-52") != std::string::npos);
  CHECK(made.notices[0].find("joust plot") != std::string::npos);
}

std::size_t occurrences(const std::string& text, const std::string& of) {
  std::size_t found = 0;
  for (std::size_t at = text.find(of); at != std::string::npos; at = text.find(of, at + 1)) ++found;
  return found;
}

std::string escaped(std::string text) {
  const auto replace = [&](const std::string& what, const std::string& with) {
    for (std::size_t at = text.find(what); at != std::string::npos;
         at = text.find(what, at + with.size()))
      text.replace(at, what.size(), with);
  };
  replace("&", "&amp;");
  replace("<", "&lt;");
  return text;
}

}  // namespace

TEST_CASE("Without gnuplot scripts and data are written and one notice names the missing charts") {
  const TemporaryFolder folder;
  const PathOverride path{(folder / "nowhere").string()};
  const ChartFiles made = write_sample(folder.path());
  check_only_scripts(folder, made);
  CHECK(made.notices[0].find("there is no gnuplot in PATH") != std::string::npos);
  CHECK(made.notices[0].find("gnuplot-nox") != std::string::npos);
}

TEST_CASE("A gnuplot that exits with 1 leaves no picture and its own words in the notice") {
  const TemporaryFolder folder;
  write_gnuplot(folder, "echo 'libfoo.so: not found' >&2; exit 1");
  const PathOverride path{(folder / "bin").string()};
  const ChartFiles made = write_sample(folder.path());
  check_only_scripts(folder, made);
  CHECK(made.notices[0].find("exited with 1: libfoo.so: not found") != std::string::npos);
}

TEST_CASE("A gnuplot that is too old is not asked to draw") {
  const TemporaryFolder folder;
  write_gnuplot(folder, "echo 'gnuplot 4.6 patchlevel 6'");
  const PathOverride path{(folder / "bin").string()};
  const ChartFiles made = write_sample(folder.path());
  check_only_scripts(folder, made);
  CHECK(made.notices[0].find("gnuplot 4.6 patchlevel 6") != std::string::npos);
}

TEST_CASE("Pictures that are not whole are taken away, also when gnuplot reports success") {
  const TemporaryFolder folder;
  write_gnuplot(folder, std::string{answers_version} +
                            "stem=${2%.gp}\n"
                            ": > $stem.png\n"
                            "echo '<svg> half' > $stem.svg\n");
  const PathOverride path{(folder / "bin").string()};
  const ChartFiles made = write_sample(folder.path());
  CHECK(count(folder / "plots", ".svg") == 0);
  CHECK(count(folder / "plots", ".png") == 0);
  CHECK(made.notices.size() == 4);
  CHECK(made.notices[0].find("wrote no whole picture") != std::string::npos);
}

TEST_CASE("A terminal that gnuplot lacks costs its pictures and no others") {
  const TemporaryFolder folder;
  write_gnuplot(folder, std::string{answers_version} +
                            "echo '<svg></svg>' > ${2%.gp}.svg\n"
                            "echo 'line 9: unknown or ambiguous terminal type' >&2; exit 1\n");
  const PathOverride path{(folder / "bin").string()};
  const ChartFiles made = write_sample(folder.path());
  CHECK(count(folder / "plots", ".svg") == 4);
  REQUIRE(made.notices.size() == 4);
  CHECK(made.notices[0].find("ratio-throughput.png (") != std::string::npos);
  CHECK(made.notices[0].find("unknown or ambiguous terminal type") != std::string::npos);
}

TEST_CASE("A gnuplot that hangs is ended with all it started, and the other charts are not tried") {
  const TemporaryFolder folder;
  write_gnuplot(folder, std::string{answers_version} + "/bin/sleep 600 & wait");
  const PathOverride path{(folder / "bin").string()};
  folder.write("a.gp", "");
  folder.write("b.gp", "");
  const Rendered rendered =
      joust::plots::render(folder.path(), {"a", "b"}, std::chrono::milliseconds{300});
  REQUIRE(rendered.notices.size() == 2);
  CHECK(rendered.notices[0].find("did not end within") != std::string::npos);
  CHECK(rendered.notices[1].find("b: not tried") != std::string::npos);
}

TEST_CASE("Pictures of earlier data do not stay; those of the same data do") {
  const TemporaryFolder folder;
  const PathOverride path{(folder / "nowhere").string()};
  const auto run = sample_run();
  auto findings = joust::test::synthetic_findings(run);
  write_charts(run, findings, folder.path());
  const auto same = folder.write("plots/ratio-throughput.svg", "<svg></svg>");
  const auto other = folder.write("plots/throughput-by-connections-static-52.svg", "<svg></svg>");
  const auto foreign = folder.write("plots/mine.svg", "<svg></svg>");
  joust::test::figure_of(findings, "nginx", "static-52/c1").metrics["rate_rps"].point *= 1.01;
  write_charts(run, findings, folder.path());
  CHECK(fs::exists(same));
  CHECK_FALSE(fs::exists(other));
  CHECK(fs::exists(foreign));
}

TEST_CASE("Charts that a later report does not make go, and what somebody else put there stays") {
  const TemporaryFolder folder;
  const PathOverride path{(folder / "nowhere").string()};
  const auto run = sample_run();
  auto findings = joust::test::synthetic_findings(run);
  write_charts(run, findings, folder.path());
  const std::string gone = "latency-by-connections-static-52";
  const auto chart_file = [&](const std::string& stem, const char* ending) {
    return folder / ("plots/" + stem + ending);
  };
  for (const char* ending : {".svg", ".png"}) folder.write("plots/" + gone + ending, "a picture");
  // A copy that somebody changed still has its first line; a script of somebody's own has not.
  fs::copy_file(chart_file(gone, ".gp"), chart_file("for-the-paper", ".gp"));
  for (const char* name : {"for-the-paper.svg", "own.gp", "own.dat", "own.png", "notes.txt",
                           "latency-by-connections-static-9999.svg"})
    folder.write(std::string{"plots/"} + name, "mine");
  folder.write("plots/short.gp", "# joust chart short");
  const auto own = fs::path{folder / "elsewhere.gp"};
  fs::copy_file(chart_file(gone, ".gp"), own);

  for (auto& figure : findings.figures)
    for (const char* metric : {"latency_p50_ns", "latency_p99_ns"}) figure.metrics.erase(metric);
  const ChartFiles made = write_charts(run, findings, folder.path());
  for (const char* ending : {".gp", ".dat", ".svg", ".png"})
    CHECK_FALSE(fs::exists(chart_file(gone, ending)));
  CHECK(std::count_if(made.notices.begin(), made.notices.end(), [&](const std::string& notice) {
          return notice.find("were removed: " + gone) != std::string::npos;
        }) == 1);
  CHECK(fs::exists(chart_file("throughput-by-connections-static-52", ".gp")));
  for (const char* name : {"for-the-paper.gp", "for-the-paper.svg", "own.gp", "own.dat", "own.png",
                           "notes.txt", "latency-by-connections-static-9999.svg", "short.gp"})
    CHECK(fs::exists(folder / (std::string{"plots/"} + name)));

  const ChartFiles again = write_charts(run, findings, folder.path());
  for (const std::string& notice : again.notices)
    CHECK(notice.find("were removed") == std::string::npos);

  // Not one visit is valid any more: all of ours go, the folder stays for what is not ours.
  write_charts(run, {}, folder.path());
  CHECK(count(folder / "plots", ".gp") == 3);
  CHECK(count(folder / "plots", ".dat") == 1);
  CHECK(fs::exists(own));
}

TEST_CASE("A folder of charts that holds none any more goes too, links and what they show do not") {
  const TemporaryFolder folder;
  const PathOverride path{(folder / "nowhere").string()};
  const auto run = sample_run();
  write_charts(run, joust::test::synthetic_findings(run), folder.path());
  const auto linked = folder.path() / "ratio-throughput.gp";
  fs::rename(folder / "plots/ratio-throughput.gp", linked);
  fs::create_symlink(linked, folder / "plots/ratio-throughput.gp");
  write_charts(run, {}, folder.path());
  CHECK(fs::exists(folder / "plots/ratio-throughput.gp"));
  CHECK(fs::exists(folder / "plots/ratio-throughput.dat"));
  fs::remove(folder / "plots/ratio-throughput.gp");
  fs::rename(linked, folder / "plots/ratio-throughput.gp");
  write_charts(run, {}, folder.path());
  CHECK_FALSE(fs::exists(folder / "plots"));
}

TEST_CASE("A run without a valid visit writes no chart at all") {
  const TemporaryFolder folder;
  const ChartFiles made = write_charts(sample_run(), {}, folder.path());
  CHECK(made.files.empty());
  CHECK(made.notices.size() == 2);
  CHECK_FALSE(fs::exists(folder / "plots"));
}

TEST_CASE("gnuplot draws every chart, with names as they are and nothing executed") {
  if (!has_gnuplot()) {
    WARN("no gnuplot here: nothing drawn");
    return;
  }
  const TemporaryFolder folder;
  const std::vector<std::string> names{"nginx_1_24", "a^2",           "{x}",   "}{",
                                       "50%",        "100%d %s %",    "@home", "~x",
                                       "a & b < c",  "\"q\"",         "it's",  "`touch OOPS`",
                                       "$HOME $1",   "back\\slash\\", "#hash", "two  blanks"};
  const auto run = joust::test::synthetic_run({.contenders = names, .sizes = {52, 21353}});
  const ChartFiles made = write_charts(run, joust::test::synthetic_findings(run), folder.path());
  CHECK(made.notices.empty());
  CHECK(made.files.size() == 4 * 9);
  CHECK(count(folder / "plots", ".png") == 9);  // from the same words as the SVG, by one loop
  CHECK_FALSE(fs::exists(folder / "plots/OOPS"));
  CHECK_FALSE(fs::exists("OOPS"));
  for (const std::string stem : {"throughput-by-connections-static-52", "ratio-throughput",
                                 "latency-by-connections-static-21353"}) {
    const std::string svg = joust::posix::read_file(folder / ("plots/" + stem + ".svg"));
    for (const auto& name : names) {
      if (stem == "ratio-throughput" && name == run.design.reference) continue;
      INFO(stem << ": " << name);
      CHECK(occurrences(svg, "<text>" + escaped(name) + "</text>") +
                occurrences(svg, "<text xml:space=\"preserve\">" + escaped(name) + "</text>") >=
            1);
    }
  }
}

TEST_CASE("Locales with decimal commas draw the same picture") {
  if (!has_gnuplot()) {
    WARN("no gnuplot here: nothing drawn");
    return;
  }
  const TemporaryFolder plain;
  const TemporaryFolder comma;
  write_sample(plain.path());
  setenv("LC_ALL", "de_DE.UTF-8", 1);
  write_sample(comma.path());
  unsetenv("LC_ALL");
  for (const auto& entry : fs::directory_iterator(plain / "plots")) {
    if (entry.path().extension() == ".png") continue;
    CHECK(joust::posix::read_file(entry.path()) ==
          joust::posix::read_file(comma / "plots" / entry.path().filename().string()));
  }
}
