#include "servers/site/chunked_body.hpp"

#include <string>

#include "tests/support/catch.hpp"

using namespace joust::site;
using State = ChunkedBody::State;

namespace {

struct Taken {
  State state = State::more;
  std::string body;
  std::size_t used = 0;
};

// Shows the text in windows of `piece` bytes.
Taken take(std::string_view text, std::size_t piece) {
  ChunkedBody body;
  Taken taken;
  while (taken.used < text.size()) {
    const auto step = body.take(text.substr(taken.used, piece));
    taken.used += step.used;
    taken.body += step.data;
    taken.state = step.state;
    if (step.state != State::more) break;
  }
  return taken;
}

}  // namespace

TEST_CASE("chunks are put together, however they are cut") {
  const std::string text =
      "5\r\nhello\r\n00A;name=\"v\"\r\n0123456789\r\n1 ;x\r\n!\r\n0\r\nX-Sum: 1\r\nY:\r\n\r\nGET /";
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    CAPTURE(piece);
    const auto taken = take(text, piece);
    CHECK(taken.state == State::done);
    CHECK(taken.body == "hello0123456789!");
    CHECK(text.substr(taken.used) == "GET /");
  }
}

TEST_CASE("a body without bytes is one") {
  CHECK(take("0\r\n\r\n", 100).state == State::done);
  CHECK(take("0;a=b\r\n\r\n", 1).state == State::done);
}

TEST_CASE("zeros in front of a size are nothing, but not without end") {
  const auto text = std::string(20, '0') + "5\r\nhello\r\n" + std::string(20, '0') + "\r\n\r\n";
  CHECK(take(text, 1).state == State::done);
  CHECK(take(text, text.size()).body == "hello");
  CHECK(take(std::string(300, '0'), 300).state == State::malformed);
}

TEST_CASE("what is not to its end is waited for") {
  const std::string text = "3\r\nabc\r\n0\r\n\r\n";
  for (std::size_t size = 0; size < text.size(); ++size) {
    CHECK(take(text.substr(0, size), size + 1).state == State::more);
  }
}

TEST_CASE("chunks that could be read in two ways are malformed") {
  for (const std::string text : {"0x5\r\nhello\r\n0\r\n\r\n",
                                 "3\r\nhello\r\n0\r\n\r\n",
                                 "5\nhello\r\n0\r\n\r\n",
                                 "5\r\nhello\n0\r\n\r\n",
                                 "\r\nhello",
                                 "-1\r\n",
                                 "+5\r\nhello",
                                 " 5\r\nhello",
                                 "5 \r\nhello\r\n",
                                 "5\rhello",
                                 "5;a\nhello",
                                 "5;\x01\r\n",
                                 "g\r\n",
                                 ";\r\n",
                                 "1000000000000000\r\n",
                                 "0\r\n\n",
                                 "0\r\nno colon\r\n\r\n",
                                 "0\r\n: x\r\n\r\n",
                                 "0\r\n x: y\r\n\r\n",
                                 "0\r\nX: a\n\r\n",
                                 "0\r\n\rX"}) {
    CAPTURE(text);
    CHECK(take(text, 1).state == State::malformed);
    CHECK(take(text, text.size()).state == State::malformed);
  }
}

TEST_CASE("extensions and trailers do not come without end") {
  CHECK(take("5;" + std::string(70000, 'x'), 70002).state == State::malformed);
  std::string trailers = "0\r\n";
  for (int i = 0; i < 10000; ++i) trailers += "X: yyyyy\r\n";
  CHECK(take(trailers, trailers.size()).state == State::malformed);
}
