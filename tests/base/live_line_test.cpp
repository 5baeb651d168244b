#include "base/live_line.hpp"

#include <string>

#include "tests/support/catch.hpp"

namespace joust {
namespace {

struct Screen {
  std::string written;

  LiveLine line(std::size_t width) {
    return {width, [this](std::string_view text) { written += text; }};
  }
};

TEST_CASE("a live line is written over by the next and erased at the end") {
  Screen screen;
  {
    LiveLine line = screen.line(80);
    line.show("1 of 3");
    line.show("2 of 3");
  }
  CHECK(screen.written == "\r1 of 3\x1b[K\r2 of 3\x1b[K\r\x1b[K");
}

TEST_CASE("a line that stays stands above the live one") {
  Screen screen;
  LiveLine line = screen.line(80);
  line.show("1 of 3");
  screen.written.clear();
  line.print("something happened");
  CHECK(screen.written == "\r\x1b[Ksomething happened\n\r1 of 3\x1b[K");
}

TEST_CASE("a cleared line leaves nothing to write over") {
  Screen screen;
  LiveLine line = screen.line(80);
  line.show("1 of 3");
  screen.written.clear();
  line.clear();
  CHECK(screen.written == "\r\x1b[K");
  line.clear();
  line.print("done");
  CHECK(screen.written == "\r\x1b[Kdone\n");
}

TEST_CASE("a live line keeps within the terminal, counted in code points") {
  Screen screen;
  LiveLine line = screen.line(6);
  line.show("häßlich");
  CHECK(screen.written == "\rhäßli\x1b[K");
}

TEST_CASE("without a terminal only what stays is written, and nothing is erased") {
  Screen screen;
  {
    LiveLine line = screen.line(0);
    CHECK_FALSE(line.is_live());
    line.show("1 of 3");
    line.print("done");
  }
  CHECK(screen.written == "done\n");
}

TEST_CASE("what is left is said in a unit that keeps the number short") {
  constexpr std::int64_t second = 1'000'000'000;
  CHECK(time_left(2 * second, 0.5) == "2 s");
  CHECK(time_left(10 * second, 0.1) == "90 s");
  CHECK(time_left(20 * second, 0.1) == "3 min");
  CHECK(time_left(3600 * second, 1.0 / 3) == "2 h");
  CHECK(time_left(second, 1) == "0 s");
}

}  // namespace
}  // namespace joust
