#include "servers/null/request_reader.hpp"

#include <string>

#include "tests/support/catch.hpp"

using namespace joust::null_server;
using State = RequestHead::State;

namespace {

const std::string plain = "GET /x HTTP/1.1\r\nHost: a\r\n\r\n";

State state_of(const std::string& text) { return read_request_head(text).state; }

}  // namespace

TEST_CASE("a whole head is read, and what follows is left") {
  const auto text = plain + "GET /y";
  const auto head = read_request_head(text);
  CHECK(head.state == State::complete);
  CHECK(head.size == plain.size());
  CHECK(head.target == "/x");
  CHECK_FALSE(head.head_only);
  CHECK(head.connection == Connection::keep);
  CHECK(read_request_head("HEAD /x HTTP/1.1\r\nHost: a\r\n\r\n").head_only);
}

TEST_CASE("every beginning of a request is incomplete") {
  for (std::size_t size = 0; size < plain.size(); ++size) {
    CAPTURE(size);
    CHECK(state_of(plain.substr(0, size)) == State::incomplete);
  }
}

TEST_CASE("empty lines in front are part of the request") {
  const std::string text = "\r\n\r\n" + plain;
  CHECK(read_request_head(text).state == State::complete);
  CHECK(read_request_head(text).size == text.size());
  CHECK(state_of("\r\n") == State::incomplete);
  CHECK(state_of("\r") == State::incomplete);
}

TEST_CASE("version and option decide on the connection") {
  const auto connection = [](const std::string& version, const std::string& fields) {
    const auto head =
        read_request_head("GET / HTTP/" + version + "\r\nHost: a\r\n" + fields + "\r\n");
    REQUIRE(head.state == State::complete);
    return head.connection;
  };
  CHECK(connection("1.1", "Connection: keep-alive\r\n") == Connection::keep);
  CHECK(connection("1.1", "connection: x-a,\tCLOSE\r\n") == Connection::close);
  CHECK(connection("1.0", "") == Connection::close);
  CHECK(connection("1.0", "Connection: Keep-Alive\r\n") == Connection::keep_http10);
  CHECK(state_of("GET / HTTP/1.0\r\n\r\n") == State::complete);
}

TEST_CASE("what cannot be read is bad") {
  const std::string cases[] = {"GET /x\r\n\r\n",
                               "GET  HTTP/1.1\r\nHost: a\r\n\r\n",
                               "GET /x HTTP/1.1\nHost: a\n\n",
                               "GET /x HTTP/1.1\nHo",
                               "GET /x HTTP/2.0\r\nHost: a\r\n\r\n",
                               "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nok",
                               "GET /x HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nok",
                               "GET /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
                               "GET /x HTTP/1.1\r\n\r\n",
                               "GET /x HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
                               "GET /x HTTP/1.1\r\nHost : a\r\n\r\n",
                               "GET /x HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n",
                               "GET /x HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
                               "GET /x HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n",
                               "GET /x y HTTP/1.1\r\nHost: a\r\n\r\n",
                               "get /x HTTP/1.1\r\nHost: a\r\n\r\n",
                               "GET /" + std::string(max_head_bytes, 'x')};
  for (const auto& text : cases) {
    CAPTURE(text.substr(0, 60));
    CHECK(state_of(text) == State::bad);
  }
}
