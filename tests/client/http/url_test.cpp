#include "client/http/url.hpp"

#include "base/error.hpp"
#include "client/http/endpoint.hpp"
#include "tests/support/catch.hpp"

namespace joust::client {
namespace {

std::string complaint_about(const char* text) {
  try {
    parse_url(text);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::user_input);
    return error.what();
  }
  return "";
}

TEST_CASE("a URL names host, port and target") {
  const Url url = parse_url("http://example.test:8080/a/b?c=d#part");
  CHECK(url.host == "example.test");
  CHECK(url.port == 8080);
  CHECK(url.target == "/a/b?c=d");
  CHECK(url.host_field == "example.test:8080");
}

TEST_CASE("a scheme is the same in capitals") {
  CHECK(parse_url("HTTP://example.test/").host == "example.test");
  CHECK(complaint_about("HTTPS://example.test/").find("TLS") != std::string::npos);
}

TEST_CASE("port 80 and the path / are what a URL leaves out") {
  const Url url = parse_url("http://localhost");
  CHECK(url.port == 80);
  CHECK(url.target == "/");
  CHECK(url.host_field == "localhost");
  CHECK(parse_url("http://localhost?x=1").target == "/?x=1");
}

TEST_CASE("an IPv6 address stands in brackets") {
  const Url url = parse_url("http://[::1]:81/");
  CHECK(url.host == "::1");
  CHECK(url.port == 81);
  CHECK(url.host_field == "[::1]:81");
  CHECK(complaint_about("http://::1/").find("brackets") != std::string::npos);
  CHECK(complaint_about("http://[::1/").find("without ']'") != std::string::npos);
}

TEST_CASE("a unix socket is named by its path") {
  const Url url = parse_url("unix:/run/a.sock:/x?y");
  CHECK(url.unix_path == "/run/a.sock");
  CHECK(url.target == "/x?y");
  CHECK(url.host_field == "localhost");
  CHECK(parse_url("unix:/run/a.sock").target == "/");
  CHECK_FALSE(complaint_about("unix:run/a.sock:/").empty());
  CHECK_FALSE(complaint_about("unix:/run/a.sock:x").empty());
}

TEST_CASE("https is refused by name") {
  CHECK(complaint_about("https://localhost/").find("TLS is not measured yet") != std::string::npos);
}

TEST_CASE("what is no URL is quoted in the complaint") {
  for (const char* text :
       {"localhost:80", "ftp://x/", "http://", "http:///x", "http://h:0/", "http://h:65536/",
        "http://h:x/", "http://h:/", "http://a b/", "http://u:p@h/", ""}) {
    INFO(text);
    CHECK(complaint_about(text).find(std::string("'") + text + "'") != std::string::npos);
  }
}

TEST_CASE("an address literal resolves to itself") {
  const auto endpoints = resolve(parse_url("http://127.0.0.1:8080/"));
  REQUIRE(endpoints.size() == 1);
  CHECK(endpoints.front().text() == "127.0.0.1:8080");
  const auto six = resolve(parse_url("http://[::1]:8080/"));
  REQUIRE(six.size() == 1);
  CHECK(six.front().text() == "[::1]:8080");
  CHECK(resolve(parse_url("unix:/run/a.sock")).front().text() == "unix:/run/a.sock");
}

}  // namespace
}  // namespace joust::client
