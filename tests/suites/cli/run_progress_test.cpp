#include "suites/cli/run_progress.hpp"

#include <string>

#include "tests/support/catch.hpp"

namespace joust::suites::cli {
namespace {

constexpr std::int64_t second = 1'000'000'000;

struct Shown {
  std::string text;
  LiveLine line;

  explicit Shown(std::size_t width)
      : line(width, [this](std::string_view piece) { text += piece; }) {}
};

Visit visit_in_sweep(std::uint32_t sweep) {
  Visit visit;
  visit.contender = "nginx";
  visit.cell = "static/52/c1";
  visit.sweep = sweep;
  visit.state = VisitState::valid;
  return visit;
}

TEST_CASE("a terminal sees every visit on one line, with the time left") {
  Shown shown(80);
  RunProgress progress(shown.line, 2, 0);
  const Visit visit = visit_in_sweep(0);
  progress.show({1, 10, &visit}, 2 * second);
  progress.show({2, 10, &visit}, 3 * second);
  CHECK(shown.text ==
        "\rsweep 1 of 2: 1 of 10 visits, about 18 s left\x1b[K"
        "\rsweep 1 of 2: 2 of 10 visits, about 12 s left\x1b[K");
}

TEST_CASE("elsewhere there is one line a sweep") {
  Shown shown(0);
  RunProgress progress(shown.line, 2, 0);
  const Visit first = visit_in_sweep(0);
  const Visit second_sweep = visit_in_sweep(1);
  progress.show({1, 4, &first}, second);
  progress.show({2, 4, &first}, 2 * second);
  progress.show({3, 4, &second_sweep}, 3 * second);
  CHECK(shown.text ==
        "sweep 1 of 2: 1 of 4 visits, about 3 s left\n"
        "sweep 2 of 2: 3 of 4 visits, about 1 s left\n");
}

TEST_CASE("a resumed run estimates by the visits it made itself") {
  Shown shown(0);
  RunProgress progress(shown.line, 2, 0);
  const Visit visit = visit_in_sweep(1);
  progress.show({101, 104, &visit}, 2 * second);
  CHECK(shown.text == "sweep 2 of 2: 101 of 104 visits, about 6 s left\n");
}

TEST_CASE("a visit that failed is named with its reason, and a dropped block too") {
  Shown shown(0);
  RunProgress progress(shown.line, 1, 0);
  Visit visit = visit_in_sweep(0);
  visit.state = VisitState::failed;
  visit.reasons = {"it exited with 3"};
  visit.noise.disturbances = {"steal 9 %"};
  progress.show({0, 4, &visit, true}, second);
  CHECK(shown.text.find("nginx in static/52/c1, sweep 1: failed: it exited with 3\n") !=
        std::string::npos);
  CHECK(shown.text.find("the machine was disturbed (steal 9 %); the block will be repeated\n") !=
        std::string::npos);
}

}  // namespace
}  // namespace joust::suites::cli
