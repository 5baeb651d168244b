#include "client/http/request.hpp"

#include "tests/support/catch.hpp"

namespace joust::client {
namespace {

const Url url = parse_url("http://h:81/p?q");

TEST_CASE("a plain request is the request line and Host") {
  CHECK(render_request(url, {}) == "GET /p?q HTTP/1.1\r\nHost: h:81\r\n\r\n");
}

TEST_CASE("Connection is only sent where it differs from the version's default") {
  RequestForm form;
  form.keepalive = false;
  CHECK(render_request(url, form) ==
        "GET /p?q HTTP/1.1\r\nHost: h:81\r\nConnection: close\r\n\r\n");
  form.http = HttpVersion::http_1_0;
  CHECK(render_request(url, form) == "GET /p?q HTTP/1.0\r\nHost: h:81\r\n\r\n");
  form.keepalive = true;
  CHECK(render_request(url, form) ==
        "GET /p?q HTTP/1.0\r\nHost: h:81\r\nConnection: keep-alive\r\n\r\n");
}

TEST_CASE("a body goes out with its length") {
  RequestForm form;
  form.method = "POST";
  form.body = "hello";
  CHECK(render_request(url, form) ==
        "POST /p?q HTTP/1.1\r\nHost: h:81\r\nContent-Length: 5\r\n\r\nhello");
  form.body.clear();
  CHECK(render_request(url, form) ==
        "POST /p?q HTTP/1.1\r\nHost: h:81\r\nContent-Length: 0\r\n\r\n");
}

TEST_CASE("the caller's own fields are sent in order and never twice") {
  RequestForm form;
  form.headers = {{"X-B", "2"}, {"host", "other"}, {"X-A", ""}};
  CHECK(render_request(url, form) == "GET /p?q HTTP/1.1\r\nX-B: 2\r\nhost: other\r\nX-A: \r\n\r\n");
}

TEST_CASE("what would break the request is refused") {
  RequestForm form;
  form.method = "GE T";
  form.headers = {{"X A", "1"},
                  {"X-B", "1\r\nX-C: 2"},
                  {"Transfer-Encoding", "chunked"},
                  {"Content-Length", "7"}};
  CHECK(problems_of(form).size() == 5);
  CHECK(problems_of(RequestForm{}).empty());
}

}  // namespace
}  // namespace joust::client
