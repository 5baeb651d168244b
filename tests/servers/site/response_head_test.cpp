#include "servers/site/response_head.hpp"

#include "servers/site/respond.hpp"
#include "tests/support/catch.hpp"

using namespace joust::site;

namespace {

std::string head_of(const Response& response, int minor_version) {
  std::string head = "before ";
  append_head(head, response, minor_version, "now");
  return head;
}

}  // namespace

TEST_CASE("a head has its fields in the order of all servers") {
  Response response;
  response.content_type = "text/plain";
  response.content_length = 3;
  CHECK(head_of(response, 1) ==
        "before HTTP/1.1 200 OK\r\nServer: joust\r\nDate: now\r\nContent-Type: text/plain\r\n"
        "Content-Length: 3\r\n\r\n");
}

TEST_CASE("a head says what becomes of the connection, where it is not the version's custom") {
  Response response;
  response.has_length = false;
  response.status = 304;
  CHECK(head_of(response, 0) ==
        "before HTTP/1.0 304 Not Modified\r\nServer: joust\r\nDate: now\r\n"
        "Connection: keep-alive\r\n\r\n");
  response.close = true;
  CHECK(head_of(response, 0).find("Connection: close\r\n\r\n") != std::string::npos);
  CHECK(head_of(response, 1).find("Connection: close\r\n\r\n") != std::string::npos);
}

TEST_CASE("every status that the site uses has its reason") {
  for (const int status : {200, 206, 301, 304, 400, 403, 404, 405, 408, 412, 413, 414, 416, 417,
                           431, 500, 501, 503, 505}) {
    CAPTURE(status);
    CHECK(std::string(reason_of(status)) != "Unknown");
  }
}
