#include "servers/site/target.hpp"

#include "tests/support/catch.hpp"

using namespace joust::site;

TEST_CASE("a target is decoded and loses its query") {
  CHECK(path_of_target("/") == "/");
  CHECK(path_of_target("/a%20b.txt?x=%zz") == "/a b.txt");
  CHECK(path_of_target("http://localhost:80/hello.txt?x") == "/hello.txt");
  CHECK(path_of_target("http://localhost?x") == "/");
  CHECK(path_of_target("http://localhost") == "/");
  CHECK(path_of_target("/..hidden/a..b/...") == "/..hidden/a..b/...");
}

TEST_CASE("a parent segment is refused in any spelling") {
  for (const char* target : {"/..", "/../x", "/a/../b", "/%2e%2e/x", "/.%2E/x", "/..%2fx", "/a/..",
                             "/a%2f..%2fb", "http://h/../x"}) {
    CAPTURE(target);
    CHECK_FALSE(path_of_target(target).has_value());
  }
}

TEST_CASE("a target that is no path is refused") {
  for (const char* target : {"", "*", "x", "localhost:80", "ftp://h/x", "/%", "/%4", "/100%.txt",
                             "/%00", "/a%0ab", "/\x01", "/%7f", "/a b"}) {
    CAPTURE(target);
    CHECK_FALSE(path_of_target(target).has_value());
  }
}
