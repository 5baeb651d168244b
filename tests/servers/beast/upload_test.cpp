#include "servers/beast/upload.hpp"

#include <boost/asio/buffer.hpp>
#include <string>

#include "tests/support/catch.hpp"

using namespace joust::beast;
namespace net = boost::asio;
namespace site = joust::site;

namespace {

// What the serializer has, to its end or until it wants the next piece.
std::string taken_from(Answer& answer, boost::system::error_code& error) {
  std::string text;
  error = {};
  while (!error && !answer.serializer().is_done()) {
    answer.serializer().next(error, [&](boost::system::error_code&, const auto& buffers) {
      const std::size_t before = text.size();
      text.resize(before + net::buffer_size(buffers));
      net::buffer_copy(net::buffer(text.data() + before, text.size() - before), buffers);
      answer.serializer().consume(net::buffer_size(buffers));
    });
  }
  return text;
}

std::size_t give(Upload& upload, std::string_view text, boost::system::error_code& error) {
  return upload.parser().put(net::const_buffer(text.data(), text.size()), error);
}

}  // namespace

TEST_CASE("an upload goes out piece by piece as it comes in, behind one head") {
  const std::string body(100'000, 'b');
  const std::string head = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n";
  RequestParser parser;
  boost::system::error_code error;
  parser.put(net::const_buffer(head.data(), head.size()), error);
  REQUIRE(!error);
  Upload upload(std::move(parser));
  CHECK(read_request(upload.parser().get()).target == "/echo");
  CHECK_FALSE(upload.has_piece());

  site::Response response;
  response.content_length = body.size();
  response.body = site::RequestBody{body.size()};
  Answer answer(std::move(response), "", 11, "now");

  CHECK(give(upload, std::string_view(body).substr(0, 10), error) == 10);
  CHECK_FALSE(Upload::has_failed(error));
  REQUIRE(upload.has_piece());
  upload.pass_on(answer);
  const auto begin = taken_from(answer, error);
  CHECK(error == http::error::need_buffer);
  CHECK(begin.ends_with("Content-Length: 100000\r\n\r\nbbbbbbbbbb"));

  // More than there is room for waits.
  const auto taken = give(upload, std::string_view(body).substr(10), error);
  CHECK(taken == body_room);
  CHECK_FALSE(Upload::has_failed(error));
  upload.pass_on(answer);
  CHECK(taken_from(answer, error) == body.substr(10, taken));
  CHECK_FALSE(upload.is_done());

  give(upload, std::string_view(body).substr(10 + taken), error);
  CHECK_FALSE(Upload::has_failed(error));
  CHECK(upload.is_done());
  upload.pass_on(answer);
  CHECK(taken_from(answer, error) == body.substr(10 + taken));
  CHECK(!error);
  CHECK(answer.serializer().is_done());
}
