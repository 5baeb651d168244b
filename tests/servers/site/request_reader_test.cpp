#include "servers/site/request_reader.hpp"

#include <string>
#include <vector>

#include "tests/support/catch.hpp"

using namespace joust::site;
using State = RequestReader::State;

namespace {

const std::string plain = "GET /x HTTP/1.1\r\nHost: a\r\n\r\n";

// What refuses a head: the reader, or the site's look at its fields. 0: nothing does.
int refusal_for(const std::string& text) {
  Request request;
  const auto result = RequestReader().read(text, request);
  if (result.state == State::refused) return result.status;
  REQUIRE(result.state == State::complete);
  return refusal_of(request).value_or(0);
}

std::string with_line(const std::string& line) {
  return "GET /x HTTP/1.1\r\nHost: a\r\n" + line + "\r\n\r\n";
}

}  // namespace

TEST_CASE("a whole head is taken apart, and what follows is left") {
  Request request;
  const std::string text = "PUT /echo?a HTTP/1.0\r\nContent-Length:5 \r\nX-A: \r\n\r\nhello";
  const auto result = RequestReader().read(text, request);
  CHECK(result.state == State::complete);
  CHECK(result.size == text.size() - 5);
  CHECK(request.method == "PUT");
  CHECK(request.target == "/echo?a");
  CHECK(request.minor_version == 0);
  CHECK(*request.content_length == "5");
}

TEST_CASE("a head that comes byte by byte is complete with its last byte") {
  const std::string text = "\r\n\r\n" + plain;
  RequestReader reader;
  Request request;
  for (std::size_t size = 0; size < text.size(); ++size) {
    CAPTURE(size);
    REQUIRE(reader.read(std::string_view(text).substr(0, size), request).state ==
            State::incomplete);
    CHECK(reader.begun() == (size > 4 || size % 2 == 1));  // a CR may be of one
  }
  const auto result = reader.read(text, request);
  CHECK(result.state == State::complete);
  CHECK(result.size == text.size());
  CHECK(request.target == "/x");
  CHECK_FALSE(reader.begun());
}

TEST_CASE("a reader reads one head after the other") {
  RequestReader reader;
  const std::string text = plain + "HEAD /y HTTP/1.1\r\nHost: a\r\n\r\n";
  Request first;
  const auto size = reader.read(text, first).size;
  Request second;
  CHECK(reader.read(std::string_view(text).substr(size), second).state == State::complete);
  CHECK(second.method == "HEAD");
}

TEST_CASE("request lines that are none are refused") {
  for (const std::string line :
       {"GET /x", "GET", "GET  /x HTTP/1.1", "GET /x  HTTP/1.1", " GET /x HTTP/1.1",
        "GET /x HTTP/1.1 ", "GET /a b HTTP/1.1", "GET /x http/1.1", "GET /x HTTP/1.10",
        "GET /x HTTP/1", "GET /x HTTP/x.1", "G(T /x HTTP/1.1", "GET\t/x\tHTTP/1.1",
        "GET /a\x01 HTTP/1.1", "GET /\x7f HTTP/1.1", "GET /x\rHTTP/1.1", "GET / \r HTTP/1.1"}) {
    CAPTURE(line);
    CHECK(refusal_for(line + "\r\nHost: a\r\n\r\n") == 400);
  }
  CHECK(refusal_for("GET /x HTTP/2.0\r\nHost: a\r\n\r\n") == 505);
  CHECK(refusal_for("GET /x HTTP/0.9\r\nHost: a\r\n\r\n") == 505);
  CHECK(refusal_for("GET /x HTTP/1.9\r\nHost: a\r\n\r\n") == 0);
  CHECK(refusal_for("GET /\xc3\xa4 HTTP/1.1\r\nHost: a\r\n\r\n") == 0);
}

TEST_CASE("every spelling that could be read in two ways is refused") {
  for (const std::string line : {"Content-Length : 5",
                                 "Content-Length\t: 5",
                                 "Content-Length: +5",
                                 "Content-Length: 0x5",
                                 "Content-Length: 5 5",
                                 "Content-Length: 5,5",
                                 "Content-Length: 5\r\nContent-Length: 6",
                                 "Content-Length: 5\r\nTransfer-Encoding: chunked",
                                 "Content-Length:\x0b"
                                 "5",
                                 " folded: x",
                                 "X: a\r\n folded",
                                 "X: a\r\n\tfolded",
                                 ": empty",
                                 "no colon",
                                 "X\x01: a",
                                 "X: a\rb",
                                 "X: a\r",
                                 "Host: b",
                                 "X[: a",
                                 "X: \x7f"}) {
    CAPTURE(line);
    CHECK(refusal_for(with_line(line)) == 400);
  }
  CHECK(refusal_for(with_line(std::string("X: a\0b", 6))) == 400);
  CHECK(refusal_for(with_line("Transfer-Encoding: xchunked")) == 501);
  CHECK(refusal_for(with_line("Transfer-Encoding: chunked, chunked")) == 501);
  CHECK(refusal_for(with_line("Transfer-Encoding:\x0b"
                              "chunked")) == 400);
  CHECK(refusal_for(with_line("Expect: something")) == 417);
  CHECK(refusal_for(with_line("X-A: one\ttwo")) == 0);
}

TEST_CASE("lines end in CRLF") {
  CHECK(refusal_for("GET /x HTTP/1.1\nHost: a\n\n") == 400);
  CHECK(refusal_for("GET /x HTTP/1.1\r\nHost: a\n\r\n") == 400);
  CHECK(refusal_for("GET /x HTTP/1.1\r\nHost: a\r\n\n") == 400);
  CHECK(refusal_for("\nGET /x HTTP/1.1\r\nHost: a\r\n\r\n") == 400);
}

TEST_CASE("what cannot become a request is refused before its line ends") {
  Request request;
  CHECK(RequestReader().read("\x16\x03\x01", request).status == 400);
  CHECK(RequestReader().read("\r\n{", request).status == 400);
  CHECK(RequestReader().read("GE", request).state == State::incomplete);
}

TEST_CASE("a head above the limit is refused, by what is too long") {
  Request request;
  const std::string many(RequestReader::limit, 'a');
  CHECK(RequestReader().read("GET /" + many, request).status == 414);
  CHECK(RequestReader().read("GET /" + many + " HTTP/1.1\r\n", request).status == 414);
  CHECK(RequestReader().read("GET / HTTP/1.1\r\nX: " + many, request).status == 431);
  const std::string head = "GET / HTTP/1.1\r\nHost: a\r\nX: \r\n\r\n";
  const auto padded = [&](std::size_t size) {
    return "GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(size - head.size(), 'a') + "\r\n\r\n";
  };
  CHECK(RequestReader().read(padded(RequestReader::limit), request).state == State::complete);
  CHECK(RequestReader().read(padded(RequestReader::limit + 1), request).status == 431);
}
