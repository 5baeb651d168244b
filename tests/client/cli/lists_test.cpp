#include "client/cli/lists.hpp"

#include "base/error.hpp"
#include "tests/support/catch.hpp"

namespace joust::client::cli {
namespace {

TEST_CASE("lists of numbers hold single ones and ranges") {
  CHECK(parse_numbers("1", 0, 9) == std::vector<int>{1});
  CHECK(parse_numbers("0, 2-4,7", 0, 9) == std::vector<int>{0, 2, 3, 4, 7});
}

TEST_CASE("what is no list of numbers is refused") {
  for (const char* text : {"", "x", "1,", ",1", "1-", "-1", "4-2", "10", "1 2", "1.5", "1-99"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_numbers(text, 0, 9), Error);
  }
}

TEST_CASE("a header is a name, a colon and a value") {
  CHECK(parse_header("X-A:  b c ") == Header{"X-A", "b c"});
  CHECK(parse_header("X-A:") == Header{"X-A", ""});
  CHECK(parse_header("X-A: b:c") == Header{"X-A", "b:c"});
  CHECK_THROWS_AS(parse_header("X-A"), Error);
  CHECK_THROWS_AS(parse_header(": b"), Error);
}

}  // namespace
}  // namespace joust::client::cli
