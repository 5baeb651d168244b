#include "servers/beast/site_parser.hpp"

#include <boost/beast/http/error.hpp>
#include <string>

#include "tests/support/catch.hpp"

using namespace joust::beast;
namespace http = boost::beast::http;

namespace {

// Gives all of it, again from where the parser stopped, until it takes no more.
boost::system::error_code feed(SiteParser& parser, std::string_view text) {
  boost::system::error_code error;
  while (!text.empty() && !parser.is_done() && !error) {
    text.remove_prefix(parser.parse(text, error));
  }
  return error;
}

}  // namespace

TEST_CASE("the fields of a head go to the site") {
  SiteParser parser;
  const std::string head =
      "GET /a HTTP/1.1\r\nHost: x\r\nRange: bytes=0-1\r\nConnection: close\r\n\r\n";
  CHECK(!feed(parser, head));
  CHECK(parser.is_done());
  CHECK(parser.request().method == "GET");
  CHECK(parser.request().target == "/a");
  CHECK(parser.request().minor_version == 1);
  CHECK(parser.request().hosts == 1);
  CHECK(*parser.request().range == "bytes=0-1");
  CHECK(parser.request().close_asked);
}

TEST_CASE("a value on several lines is put together and kept") {
  SiteParser parser;
  std::string head = "GET / HTTP/1.1\r\nHost: x\r\nIf-None-Match: \"a\",\r\n \"b\"\r\n\r\n";
  CHECK(!feed(parser, head));
  CHECK(*parser.request().if_none_match == "\"a\", \"b\"");
}

TEST_CASE("a body is collected, and a head stops where it begins") {
  SiteParser parser;
  const std::string text = "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello";
  boost::system::error_code error;
  const auto taken = parser.parse(text, error);
  CHECK(!error);
  CHECK(parser.is_header_done());
  CHECK(taken == text.size() - 5);
  parser.eager(true);
  CHECK(!feed(parser, std::string_view(text).substr(taken)));
  CHECK(parser.is_done());
  CHECK(parser.body() == "hello");
}

TEST_CASE("chunks become one body, and trailers say nothing") {
  SiteParser parser;
  parser.eager(true);
  CHECK(!feed(parser,
              "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
              "3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nHost: y\r\nConnection: close\r\n\r\n"));
  CHECK(parser.is_done());
  CHECK(parser.body() == "abcde");
  CHECK(parser.request().hosts == 1);
  CHECK_FALSE(parser.request().close_asked);
}

TEST_CASE("limits and mistakes are Beast's own errors") {
  SiteParser large;
  large.body_limit(4);
  CHECK(feed(large, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n") ==
        http::error::body_limit);
  SiteParser bare;
  CHECK(feed(bare, "GET / HTTP/1.1\nHost: x\n\n") == http::error::bad_version);
  SiteParser half;
  CHECK(feed(half, "GET / HTTP/1.1\r\nHo") == http::error::need_more);
}

TEST_CASE("a promise of a large body allocates little before the body comes") {
  SiteParser parser;
  parser.eager(true);
  parser.body_limit(std::uint64_t{1} << 40);
  CHECK(!feed(parser, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999999\r\n\r\nx"));
  CHECK(parser.body() == "x");
  CHECK(parser.body().capacity() < 1'000'000);
}
