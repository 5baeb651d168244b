#include "servers/site/request.hpp"

#include <initializer_list>
#include <utility>

#include "tests/support/catch.hpp"

using namespace joust::site;

namespace {

using Fields = std::initializer_list<std::pair<std::string_view, std::string_view>>;

Request with_fields(Fields fields, int minor_version = 1) {
  Request request;
  request.method = "POST";
  request.target = "/echo";
  request.minor_version = minor_version;
  for (const auto& [name, value] : fields) take_field(request, name, value);
  return request;
}

}  // namespace

TEST_CASE("a proper head is not refused") {
  CHECK_FALSE(refusal_of(with_fields({{"Host", "localhost:8080"}, {"X-A", "one\ttwo"}})));
  CHECK_FALSE(refusal_of(with_fields({{"host", ""}})));
  CHECK_FALSE(refusal_of(
      with_fields({{"Host", "[::1]:80"}, {"Content-Length", "5"}, {"content-length", "5"}})));
  CHECK_FALSE(refusal_of(with_fields({{"Host", "h"}, {"Transfer-Encoding", "Chunked"}})));
  CHECK_FALSE(refusal_of(with_fields({}, 0)));
}

TEST_CASE("a malformed head is refused") {
  const Fields cases[] = {
      {},
      {{"Host", "a"}, {"Host", "a"}},
      {{"Host", "a b"}},
      {{"Host", "a/b"}},
      {{"Host ", "a"}, {"Host", "a"}},
      {{"Host", "a"}, {"", "x"}},
      {{"Host", "a"}, {"X", "a\rb"}},
      {{"Host", "a"}, {"Content-Length", "-1"}},
      {{"Host", "a"}, {"Content-Length", "+5"}},
      {{"Host", "a"}, {"Content-Length", "5, 5"}},
      {{"Host", "a"}, {"Content-Length", ""}},
      {{"Host", "a"}, {"Content-Length", "99999999999999999999"}},
      {{"Host", "a"}, {"Content-Length", "5"}, {"Content-Length", "6"}},
      {{"Host", "a"}, {"Content-Length", "5"}, {"Transfer-Encoding", "chunked"}}};
  for (const auto& fields : cases) {
    CAPTURE(&fields - cases);
    CHECK(refusal_of(with_fields(fields)) == 400);
  }
  CHECK(refusal_of(with_fields({{"Transfer-Encoding", "chunked"}}, 0)) == 400);
}

TEST_CASE("an unknown transfer coding is not implemented") {
  CHECK(refusal_of(with_fields({{"Host", "a"}, {"Transfer-Encoding", "xchunked"}})) == 501);
  CHECK(refusal_of(with_fields({{"Host", "a"}, {"Transfer-Encoding", "gzip, chunked"}})) == 501);
  CHECK(refusal_of(with_fields(
            {{"Host", "a"}, {"Transfer-Encoding", "chunked"}, {"Transfer-Encoding", "chunked"}})) ==
        501);
}

TEST_CASE("an expectation other than 100-continue is refused, from HTTP/1.1 on") {
  CHECK(with_fields({{"Host", "a"}, {"Expect", "100-Continue"}}).expects_continue);
  CHECK_FALSE(refusal_of(with_fields({{"Host", "a"}, {"Expect", "100-Continue"}})));
  CHECK(refusal_of(with_fields({{"Host", "a"}, {"Expect", "a-miracle"}})) == 417);
  CHECK_FALSE(refusal_of(with_fields({{"Expect", "a-miracle"}}, 0)));
}

TEST_CASE("a version is ours, another, or none") {
  CHECK_FALSE(refusal_of_version("HTTP/1.1"));
  CHECK_FALSE(refusal_of_version("HTTP/1.0"));
  CHECK(refusal_of_version("HTTP/2.0") == 505);
  CHECK(refusal_of_version("HTTP/0.9") == 505);
  for (const char* text :
       {"", "HTTP/1", "HTTP/1.10", "http/1.1", "HTTP/a.1", "HTTP/1,1", "FOO/1.1"}) {
    INFO(text);
    CHECK(refusal_of_version(text) == 400);
  }
}

TEST_CASE("the connection stays open as version and options say") {
  CHECK(keeps_alive(with_fields({{"Host", "a"}})));
  CHECK_FALSE(keeps_alive(with_fields({{"Host", "a"}, {"Connection", "x-a, CLOSE"}})));
  CHECK_FALSE(keeps_alive(with_fields({}, 0)));
  CHECK(keeps_alive(with_fields({{"connection", "Keep-Alive"}}, 0)));
  CHECK_FALSE(keeps_alive(with_fields({{"connection", "keep-alive, close"}}, 0)));
}
