#include "servers/beast/blocking_stream.hpp"

#include <array>
#include <boost/asio/error.hpp>
#include <chrono>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

#include "base/unique_fd.hpp"
#include "tests/support/catch.hpp"

using joust::UniqueFd;
using joust::beast::BlockingStream;
namespace net = boost::asio;
using std::chrono::milliseconds;

namespace {

struct Pair {
  Pair() {
    int ends[2];
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
    near.reset(ends[0]);
    far.reset(ends[1]);
  }
  void put(std::string_view text) const {
    REQUIRE(write(far.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }
  UniqueFd near;
  UniqueFd far;
};

std::string read_some(BlockingStream& stream, boost::system::error_code& error) {
  std::string text(100, '\0');
  text.resize(stream.read_some(net::buffer(text), error));
  return text;
}

}  // namespace

TEST_CASE("what is there is read, and the end is the end") {
  Pair pair;
  BlockingStream stream(pair.near.get(), std::chrono::seconds(60));
  boost::system::error_code error;
  pair.put("abc");
  CHECK(read_some(stream, error) == "abc");
  CHECK(!error);
  pair.far.reset();
  CHECK(read_some(stream, error) == "");
  CHECK(error == net::error::eof);
}

TEST_CASE("several buffers go out in their order") {
  const Pair pair;
  BlockingStream stream(pair.near.get(), std::chrono::seconds(60));
  const std::string first = "head";
  const std::string second;
  const std::string third = "body";
  const std::array<net::const_buffer, 3> all{net::buffer(first), net::buffer(second),
                                             net::buffer(third)};
  boost::system::error_code error;
  CHECK(stream.write_some(all, error) == 8);
  char text[8];
  CHECK(read(pair.far.get(), text, 8) == 8);
  CHECK(std::string(text, 8) == "headbody");
}

TEST_CASE("silence ends a read and a write") {
  const Pair pair;
  BlockingStream stream(pair.near.get(), milliseconds(20));
  boost::system::error_code error;
  CHECK(read_some(stream, error) == "");
  CHECK(error == net::error::would_block);

  const std::string much(std::size_t{1} << 20, 'x');
  std::size_t sent = 0;
  error = {};
  while (!error) sent += stream.write_some(net::buffer(much), error);
  CHECK(error == net::error::would_block);
  CHECK(sent > 0);
}

TEST_CASE("a deadline that has passed ends a read, whatever has come") {
  const Pair pair;
  BlockingStream stream(pair.near.get(), std::chrono::seconds(60));
  boost::system::error_code error;
  pair.put("x");
  stream.allow(milliseconds(0));
  CHECK(read_some(stream, error) == "");
  CHECK(error == net::error::would_block);
  stream.allow(std::chrono::seconds(60));
  CHECK(read_some(stream, error) == "x");
  CHECK(!error);
}

TEST_CASE("the first read may wait, the later ones share a time") {
  const Pair pair;
  BlockingStream stream(pair.near.get(), std::chrono::seconds(60));
  boost::system::error_code error;
  stream.allow_after_first_read(milliseconds(10));
  pair.put("GET");
  CHECK(read_some(stream, error) == "GET");
  CHECK(!error);
  CHECK(read_some(stream, error) == "");
  CHECK(error == net::error::would_block);

  stream.allow_each();
  pair.put("body");
  CHECK(read_some(stream, error) == "body");
}
