#include "servers/beast/exchange.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <string>

#include "servers/site/respond.hpp"
#include "tests/support/catch.hpp"

using namespace joust::beast;
namespace net = boost::asio;
namespace site = joust::site;

namespace {

constexpr std::string_view date = "Sun, 06 Nov 1994 08:49:37 GMT";

// The parser, and what it says about the text.
struct Read {
  RequestParser parser;
  boost::system::error_code error;
};

void read_into(Read& read, std::string_view text) {
  read.parser.header_limit(head_limit);
  read.parser.put(net::const_buffer(text.data(), text.size()), read.error);
}

ReadBuffer holding(std::string_view text) {
  ReadBuffer buffer{most_buffered};
  net::buffer_copy(buffer.prepare(text.size()), net::buffer(text));
  buffer.commit(text.size());
  return buffer;
}

std::string wire_text(Answer& answer) {
  std::string text;
  boost::system::error_code error;
  while (!answer.serializer().is_done()) {
    answer.serializer().next(error, [&](boost::system::error_code&, const auto& buffers) {
      for (auto at = net::buffer_sequence_begin(buffers); at != net::buffer_sequence_end(buffers);
           ++at) {
        const net::const_buffer piece(*at);
        text.append(static_cast<const char*>(piece.data()), piece.size());
      }
      answer.serializer().consume(net::buffer_size(buffers));
    });
    REQUIRE(!error);
  }
  return text;
}

site::Response page(std::string body) {
  site::Response response;
  response.content_type = "text/plain";
  response.content_length = body.size();
  response.body = std::move(body);
  return response;
}

}  // namespace

TEST_CASE("a request is what its head says") {
  Read read;
  read_into(read,
            "POST /echo?x HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n"
            "Connection: close\r\n\r\n");
  REQUIRE(!read.error);
  const auto request = read_request(read.parser.get());
  CHECK(request.method == "POST");
  CHECK(request.target == "/echo?x");
  CHECK(request.minor_version == 1);
  CHECK(request.hosts == 1);
  CHECK(*request.content_length == "4");
  CHECK(request.close_asked);
  CHECK(awaits_continue(request));
}

TEST_CASE("a client of HTTP/1.0 awaits no 100") {
  Read read;
  read_into(read, "POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n");
  REQUIRE(!read.error);
  CHECK_FALSE(awaits_continue(read_request(read.parser.get())));
}

TEST_CASE("what cannot be read is refused with its status, and a client that is gone is not") {
  const auto refused = [](std::string_view text) {
    Read read;
    read.parser.body_limit(8);
    read_into(read, text);
    REQUIRE(read.error);
    return refusal_for(read.error);
  };
  CHECK(refused("GET / HTTP/1.1\nHost: a\n\n") == 400);
  CHECK(refused("GET / HTTP/1.1\r\nHost : a\r\n\r\n") == 400);
  CHECK(refused("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n") == 413);
  CHECK(refused("GET / HTTP/1.1\r\nX: " + std::string(70'000, 'x')) == 431);
  CHECK_FALSE(refusal_for(http::error::end_of_stream));
  CHECK_FALSE(refusal_for(http::error::partial_message));
  CHECK_FALSE(refusal_for(net::error::connection_reset));
  CHECK_FALSE(refusal_for(net::error::would_block));
}

TEST_CASE("a version that is not served is told from what is none") {
  const auto refused = [](const std::string& line) {
    Read read;
    const std::string text = line + "Host: a\r\n\r\n";
    read_into(read, text);
    REQUIRE(read.error == http::error::bad_version);
    return refusal_for(read.error, text);
  };
  CHECK(refused("GET / HTTP/2.0\r\n") == 505);
  CHECK(refused("GET / HTTP/1.2\r\n") == 505);
  CHECK(refused("GET / HTTP/a.1\r\n") == 400);
  CHECK(refused("GET / HTTP/2.0\n") == 400);
  CHECK(refused("GET / HTTP/1.1\n") == 400);
  CHECK(refused("GET /a b HTTP/1.1\r\n") == 400);
  CHECK(refusal_for(http::error::bad_field, "GET / HTTP/2.0\r\n") == 400);
  CHECK_FALSE(refusal_for(net::error::connection_reset, "GET / HTTP/2.0\r\n"));
}

TEST_CASE("a target that is too long is told from fields that are") {
  const auto refused = [](std::string_view unread) {
    return refusal_for(http::error::header_limit, unread);
  };
  CHECK(refused("GET /xxx") == 414);
  CHECK(refused("X-Field: xx x") == 431);
  CHECK(refused("GET / HTTP/1.1\r\nX: xxx") == 431);
  CHECK(refused("XXX") == 431);
}

TEST_CASE("a refusal knows HEAD as soon as the method is there") {
  Read whole;
  read_into(whole, "HEAD / HTTP/1.1\r\nno colon\r\n\r\n");
  CHECK(asks_for_head(whole.parser, "no colon\r\n\r\n"));
  Read none;
  CHECK(asks_for_head(none.parser, "HEAD /xxx"));
  CHECK(asks_for_head(none.parser, "\r\nHEAD /xxx"));
  CHECK_FALSE(asks_for_head(none.parser, "GET /xxx"));
  Read get;
  read_into(get, "GET / HTTP/1.1\r\nHEAD x\r\n\r\n");
  CHECK_FALSE(asks_for_head(get.parser, "HEAD x\r\n\r\n"));
}

TEST_CASE("only large uploads of known length are echoed on the way") {
  const auto echoed = [](const std::string& fields, const std::string& target = "/echo") {
    Read read;
    const std::string text = "POST " + target + " HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n";
    read_into(read, text);
    REQUIRE(!read.error);
    return is_echoed_on_the_way(read_request(read.parser.get()), read.parser);
  };
  CHECK(echoed("Content-Length: 65537\r\n"));
  CHECK_FALSE(echoed("Content-Length: 65536\r\n"));
  CHECK_FALSE(echoed("Content-Length: 65537\r\n", "/other"));
  CHECK_FALSE(echoed("Transfer-Encoding: chunked\r\n"));
}

TEST_CASE("empty lines before a request are dropped, half a one is waited for") {
  auto none = holding("GET / HTTP/1.1\r\n");
  CHECK(drop_empty_lines(none) == EmptyLines::none);
  CHECK(text_of(none) == "GET / HTTP/1.1\r\n");
  auto two = holding("\r\n\r\nGET");
  CHECK(drop_empty_lines(two) == EmptyLines::dropped);
  CHECK(text_of(two) == "GET");
  auto half = holding("\r\n\r");
  CHECK(drop_empty_lines(half) == EmptyLines::half);
  CHECK(text_of(half) == "\r");
  auto bare = holding("\nGET");
  CHECK(drop_empty_lines(bare) == EmptyLines::none);
}

TEST_CASE("an idle connection holds the room for a usual head and no more") {
  ReadBuffer buffer{most_buffered};
  make_head_room(buffer);
  CHECK(buffer.capacity() == head_room);
  buffer.reserve(body_room);
  make_head_room(buffer);
  CHECK(buffer.capacity() == head_room);

  // What has come already stays, whatever room it takes.
  auto pipelined = holding(std::string(10'000, 'x'));
  make_head_room(pipelined);
  CHECK(pipelined.size() == 10'000);
}

TEST_CASE("an answer has the site's fields in their order, and its body") {
  Answer answer(page("hello"), "", 11, date);
  CHECK(wire_text(answer) ==
        "HTTP/1.1 200 OK\r\nServer: joust\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
        "Content-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello");
  CHECK_FALSE(answer.closes());
  CHECK(answer.file() == nullptr);
}

TEST_CASE("an answer is in kind with the version, and says when it is the last") {
  Answer kept(page(""), "", 10, date);
  const auto text = wire_text(kept);
  CHECK(text.starts_with("HTTP/1.0 200 OK\r\n"));
  CHECK(text.find("\r\nConnection: keep-alive\r\n") != std::string::npos);

  Answer last(site::refusal(413, false), "", 11, date);
  const auto refusal = wire_text(last);
  CHECK(refusal.starts_with("HTTP/1.1 413 Content Too Large\r\n"));
  CHECK(refusal.find("\r\nConnection: close\r\n") != std::string::npos);
  CHECK(last.closes());
  CHECK(last.status() == 413);
}

TEST_CASE("the request's own body becomes the answer's") {
  site::Response echo;
  echo.content_length = 3;
  echo.body = site::RequestBody{3};
  Answer answer(std::move(echo), "abc", 11, date);
  CHECK(wire_text(answer).ends_with("Content-Length: 3\r\n\r\nabc"));
}

TEST_CASE("an answer without a body sends none, and no file") {
  site::Response head = page("hello");
  head.send_body = false;
  Answer answer(std::move(head), "", 11, date);
  CHECK(wire_text(answer).ends_with("Content-Length: 5\r\n\r\n"));

  site::Response file;
  file.content_length = 7;
  file.body = site::FileRange{nullptr, 3, 1, 7};
  site::Response head_of_file = file;
  head_of_file.send_body = false;
  Answer whole(std::move(file), "", 11, date);
  REQUIRE(whole.file() != nullptr);
  CHECK(whole.file()->length == 7);
  CHECK(wire_text(whole).ends_with("Content-Length: 7\r\n\r\n"));
  CHECK(Answer(std::move(head_of_file), "", 11, date).file() == nullptr);
}

TEST_CASE("only where more may come is it read before closing") {
  CHECK_FALSE(lingers(200, true, 0));
  CHECK(lingers(200, true, 1));
  CHECK(lingers(200, false, 0));
  CHECK(lingers(413, true, 0));
}
