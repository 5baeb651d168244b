#include "servers/site/http_date.hpp"

#include "tests/support/catch.hpp"

using namespace joust::site;

TEST_CASE("dates are written as IMF-fixdate") {
  CHECK(http_date(784111777) == "Sun, 06 Nov 1994 08:49:37 GMT");
  CHECK(http_date(0) == "Thu, 01 Jan 1970 00:00:00 GMT");
}

TEST_CASE("all three forms of a date are read") {
  CHECK(parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT") == 784111777);
  CHECK(parse_http_date("Sunday, 06-Nov-94 08:49:37 GMT") == 784111777);
  CHECK(parse_http_date("Sun Nov  6 08:49:37 1994") == 784111777);
}

TEST_CASE("what is not a date is refused") {
  for (const char* text :
       {"", "yesterday", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 GMT ",
        "Sun, 06 Nvo 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, ", "Sun ", "1234567890"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_http_date(text).has_value());
  }
}

TEST_CASE("the date of now is formatted anew when the second changes") {
  DateOfNow date;
  CHECK(date.at(0) == "Thu, 01 Jan 1970 00:00:00 GMT");
  CHECK(date.at(1) == "Thu, 01 Jan 1970 00:00:01 GMT");
  CHECK(&date.at(1) == &date.at(1));
}
