#include "client/cli/values.hpp"

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

TEST_CASE("a name and a password become the field of basic authorization") {
  // The examples of RFC 7617, 2 and of RFC 2617, 2.
  CHECK(basic_authorization("Aladdin:open sesame") ==
        Header{"Authorization", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="});
  CHECK(basic_authorization("test:123\xc2\xa3") ==
        Header{"Authorization", "Basic dGVzdDoxMjPCow=="});
  CHECK(basic_authorization("a:") == Header{"Authorization", "Basic YTo="});
  CHECK_THROWS_AS(basic_authorization("nobody"), Error);
  CHECK_THROWS_AS(basic_authorization(":secret"), Error);
  CHECK_THROWS_AS(basic_authorization(""), Error);
}

TEST_CASE("words stand between commas") {
  CHECK(parse_words("a") == std::vector<std::string>{"a"});
  CHECK(parse_words(" a, b ,c") == std::vector<std::string>{"a", "b", "c"});
  CHECK_THROWS_AS(parse_words(""), Error);
  CHECK_THROWS_AS(parse_words("a,,b"), Error);
}

}  // namespace
}  // namespace joust::client::cli
