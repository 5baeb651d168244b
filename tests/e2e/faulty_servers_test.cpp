// One server of a suite fails, or somebody else sits on its port: that is one row, said with its
// reason, and never a number.
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/posix.hpp"
#include "client/http/fetch.hpp"
#include "results/store/run_directory.hpp"
#include "tests/e2e/measured_run.hpp"
#include "tests/e2e/stored_run.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/running_server.hpp"

namespace joust::e2e {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

bool holds(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

std::string line_with(const std::string& text, std::string_view part) {
  const std::size_t at = text.find(part);
  if (at == std::string::npos) return {};
  const std::size_t start = text.rfind('\n', at) + 1;
  return text.substr(start, text.find('\n', at) - start);
}

/// The row of `server` is there without a number, its reason below; nothing is drawn of it.
void check_failed_row(const fs::path& directory, const std::string& server,
                      std::string_view reason) {
  const auto files = files_of(directory);
  const auto& table = files.at("tables/results.txt");
  const std::string row = line_with(table, "  " + server + " ");
  INFO(table);
  CHECK(holds(row, " invalid "));
  CHECK(holds(row, " 0/2 "));
  CHECK(holds(row, "n/a"));
  CHECK(line_with(table, reason).starts_with(server + ": "));
  CHECK(holds(files.at("tables/results.csv"), "," + server + ",-,-,n/a,invalid,"));
  const auto summary = nlohmann::json::parse(files.at("summary.json"));
  for (const auto& figure : summary.at("figures"))
    if (figure.at("contender") == server) CHECK(figure.at("metrics").empty());
  for (const auto& comparison : summary.at("comparisons"))
    if (comparison.at("a") == server) CHECK_FALSE(comparison.contains("ratio"));
  for (const auto& [name, text] : files)
    if (name.ends_with(".dat")) CHECK_FALSE(holds(text, ": " + server + "\n"));
}

/// Measured whole; drawn wherever one of its visits is valid.
void check_good_row(const fs::path& directory, const std::string& server) {
  bool is_measured = false;
  for (const auto& visit : store::read_run(directory).visits) {
    if (visit.contender != server) continue;
    check_made(visit);
    is_measured |= visit.state == VisitState::valid;
  }
  const auto files = files_of(directory);
  const auto chart = files.find("plots/throughput-by-connections-static-52.dat");
  const bool is_drawn = chart != files.end() && holds(chart->second, ": " + server + "\n");
  CHECK(is_drawn == is_measured);
}

/// A server of its own, outside of every suite, that serves the document which suites ask for.
class Foreigner {
 public:
  explicit Foreigner(const Workshop& workshop)
      : site_(site_in(workshop)), server_("joust-evhttp", {"--root", site_.string()}) {}

  std::uint16_t port() const { return server_.port(); }
  const fs::path& site() const { return site_; }
  bool answers() const {
    client::FetchRequest request;
    request.url = fmt::format("http://127.0.0.1:{}/hello.txt", port());
    const auto outcome = client::fetch(request);
    return outcome.answer && outcome.answer->body == "I was here first\n";
  }

 private:
  static fs::path site_in(const Workshop& workshop) {
    const auto site = workshop.path() / "foreign";
    fs::create_directories(site);
    posix::write_file(site / "hello.txt", "I was here first\n");
    return site;
  }

  fs::path site_;
  test::RunningServer server_;
};

}  // namespace

TEST_CASE("a server that exits a second after it was ready is a failed row beside a whole one") {
  // The death comes in the middle of the window, or before it opens.
  const std::string times = GENERATE("measure=1200ms", "measure=200ms");
  const Workshop workshop;
  workshop.add_shell_server("mortal",
                            program("joust-evhttp") +
                                " --port 0 --root {root} & server=$!; sleep 1; kill -9 $server; "
                                "echo out of breath >&2; exit 1");
  workshop.add_suite("mixed", tiny_suite(R"(["evhttp", "mortal"])", "[2]"));
  std::vector<std::string> arguments = {"run",   "mixed", "--allow-noise", "--out", "out",
                                        "--set", times};
  if (times == "measure=200ms") arguments.insert(arguments.end(), {"--set", "warmup=1200ms"});
  const auto finished = workshop.joust(arguments);
  INFO(finished.err << finished.out);
  CHECK(finished.exit_code == 5);
  const auto directory = workshop.path() / "out";
  check_good_row(directory, "evhttp");
  check_failed_row(directory, "mortal", "the server ended by itself: exit status 1");
  check_failed_row(directory, "mortal", "out of breath");
  CHECK(holds(finished.out, " of 6 planned visits are valid; "));
  CHECK(holds(finished.out, " 2 failed, 0 not made."));
  CHECK(holds(finished.out, "mortal against evhttp, requests/s at 52 B, c = 2: invalid: "));
  CHECK(workshop.left_running().empty());
}

TEST_CASE("somebody else's server on the port is named, not measured, and not ended") {
  const Workshop workshop;
  const Foreigner foreigner(workshop);
  const auto port = foreigner.port();
  std::string words;
  SECTION("where the server finds the port taken and ends") {
    workshop.add_shell_server(
        "tardy", fmt::format("exec {} --port {} --root {{root}}", program("joust-evhttp"), port));
    words = fmt::format("127.0.0.1:{}: Address already in use", port);
  }
  SECTION("where the server says that it is ready all the same") {
    // Even the document is right: the foreigner serves it from the very folder.
    workshop.add_shell_server("tardy",
                              fmt::format("cp {{root}}/* '{}'; echo READY port={}; exec sleep 60",
                                          foreigner.site().string(), port));
    words = fmt::format("port {} is still taken after the server was stopped", port);
  }
  workshop.add_suite("mixed", tiny_suite(R"(["evhttp", "tardy"])", "[2]"));
  const auto finished = workshop.joust({"run", "mixed", "--allow-noise", "--out", "out"});
  INFO(finished.err << finished.out);
  CHECK(finished.exit_code == 5);
  const auto directory = workshop.path() / "out";
  check_good_row(directory, "evhttp");
  check_failed_row(directory, "tardy", words);
  CHECK(foreigner.answers());
  CHECK(workshop.left_running().empty());
}

}  // namespace joust::e2e
