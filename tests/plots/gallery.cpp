// Draws made-up runs of 2, 4 and 8 contenders, clients and odd ones into the folder named: for
// looking at the charts after a change. Usage: plot-gallery FOLDER
#include <exception>
#include <fmt/format.h>

#include "plots/write_charts.hpp"
#include "tests/plots/synthetic_run.hpp"

namespace {

const std::vector<std::string> names{"evhttp",       "beast-async",   "bufferevent", "nginx",
                                     "beast-coro",   "beast-threads", "lighttpd",    "h2o",
                                     "apache:event", "caddy"};

void draw(const std::filesystem::path& folder, const joust::Run& run,
          const joust::Findings& findings) {
  const auto made = joust::plots::write_charts(run, findings, folder);
  for (const auto& notice : made.notices) fmt::print("{}: {}\n", folder.string(), notice);
}

void draw(const std::filesystem::path& folder, const joust::test::SyntheticShape& shape) {
  const joust::Run run = joust::test::synthetic_run(shape);
  draw(folder, run, joust::test::synthetic_findings(run));
}

joust::test::SyntheticShape of_servers(std::size_t count) {
  joust::test::SyntheticShape shape;
  shape.contenders.assign(names.begin(), names.begin() + static_cast<long>(count));
  return shape;
}

void draw_odd_ones(const std::filesystem::path& folder) {
  auto shape = of_servers(3);
  shape.contenders = {"nginx_1_24 a^2 {x} 50% @home ~x", "a & b < c > \"d\" 'e' `f` $g \\n #h",
                      "beast-async-with-an-option-set-whose-name-is-longer-than-most-people-would-"
                      "ever-write-down"};
  draw(folder / "hostile", shape);

  shape = of_servers(4);
  shape.route = "echo";
  shape.method = "POST";
  shape.sizes = {0, 52, 1024, 21353};
  draw(folder / "echo", shape);

  shape = of_servers(4);
  shape.sizes = {52, 21353, 1048576};
  shape.blocks = 2;
  const joust::Run run = joust::test::synthetic_run(shape);
  joust::Findings findings = joust::test::synthetic_findings(run);
  for (auto& figure : findings.figures) {
    auto& rate = figure.metrics["rate_rps"];
    if (figure.contender == "nginx") rate.interval = {{rate.point / 30, rate.point * 30}};
    if (figure.contender == "beast-async" && figure.cell == "static-52/c100") {
      figure.metrics.clear();
      figure.valid = 0;
      figure.reasons = {"the server ended by signal 11 (Segmentation fault)"};
    }
    if (figure.contender == "bufferevent" && figure.cell == "static-52/c100")
      figure.marks = {"client-limited"};
  }
  for (auto& comparison : findings.comparisons) {
    if (comparison.a == "nginx")
      comparison.ratio->interval = {{comparison.ratio->point / 30, comparison.ratio->point * 30}};
    if (comparison.a == "beast-async" && comparison.cell == "static-52/c100") {
      comparison.ratio.reset();
      comparison.verdict = joust::Verdict::invalid;
    }
    if (comparison.a == "bufferevent" && comparison.cell == "static-52/c100")
      comparison.verdict = joust::Verdict::client_limited;
  }
  draw(folder / "gaps", run, findings);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: plot-gallery FOLDER\n");
    return 2;
  }
  try {
    const std::filesystem::path folder = argv[1];
    for (const std::size_t count : {2U, 4U, 8U, 10U})
      draw(folder / fmt::format("servers-{}", count), of_servers(count));
    auto clients = of_servers(4);
    clients.compare = joust::Side::clients;
    clients.contenders = {"wrk", "joust-load", "h2load", "ab"};
    draw(folder / "clients-4", clients);
    draw_odd_ones(folder);
  } catch (const std::exception& error) {
    fmt::print(stderr, "plot-gallery: {}\n", error.what());
    return 6;
  }
  return 0;
}
