// The memory of heads: known again where only the Date differs, and never else.
#include <string>

#include "tests/client/http/read_pieces.hpp"
#include "tests/support/catch.hpp"

namespace joust::client {
namespace {

std::string answer_dated(std::string_view date, std::string_view length = "2") {
  return "HTTP/1.1 200 OK\r\nDate: " + std::string(date) +
         "\r\nContent-Length: " + std::string(length) + "\r\n\r\nhi";
}
constexpr std::string_view monday = "Mon, 30 Nov 2026 16:39:04 GMT";

TEST_CASE("a head that differs in its Date alone is known again") {
  HeadMemory memory(false);
  const std::string first = answer_dated(monday);
  const Outcome read = read_pieces({first}, memory, false);
  CHECK(memory.matches() == 0);
  CHECK(read_pieces({first}, memory, false) == read);
  CHECK(memory.matches() == 1);
  CHECK(read_pieces({answer_dated("Mon, 30 Nov 2026 16:39:05 GMT")}, memory, false) == read);
  CHECK(memory.matches() == 2);
}

TEST_CASE("any difference beside the Date is parsed") {
  HeadMemory memory(false);
  read_pieces({answer_dated(monday)}, memory, false);
  const std::string longer = answer_dated(monday, "3") + "!";
  CHECK(read_pieces({longer}, memory, false).body == "hi!");
  const std::string other_status = "HTTP/1.1 404 OK" + answer_dated(monday, "3").substr(15) + "!";
  CHECK(read_pieces({other_status}, memory, false).status == 404);
  CHECK(memory.matches() == 0);
}

TEST_CASE("a Date that hides the end of the head is not taken for a Date") {
  HeadMemory memory(false);
  const std::string honest = answer_dated(monday);
  const Outcome read = read_pieces({honest}, memory, false);
  CHECK(read.body == "hi");
  // As long as a date, but with the end of the head inside: other framing.
  const std::string trick = answer_dated("x\r\nContent-Length: 1\r\n\r\nyyyyy");
  REQUIRE(trick.size() == honest.size());
  CHECK(read_pieces({trick}, memory, false).body == "y");
  const std::string shorter = answer_dated("x\r\nConnection: close\r\nabcd: e");
  REQUIRE(shorter.size() == honest.size());
  const Outcome closing = read_pieces({shorter}, memory, false);
  CHECK_FALSE(closing.keepalive);
  CHECK(memory.matches() == 0);
}

TEST_CASE("two Dates are not masked") {
  HeadMemory memory(false);
  const std::string two = "HTTP/1.1 200 OK\r\nDate: " + std::string(monday) +
                          "\r\nDate: " + std::string(monday) + "\r\nContent-Length: 0\r\n\r\n";
  read_pieces({two}, memory, false);
  std::string later = two;
  later[two.find("16:39:04") + 7] = '5';
  read_pieces({later}, memory, false);
  CHECK(memory.matches() == 0);
}

TEST_CASE("interim and very long heads are not remembered") {
  HeadMemory memory(false);
  const std::string interim =
      "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: " +
      std::string(600, 'x') + "\r\n\r\n";
  read_pieces({interim}, memory, false);
  read_pieces({interim}, memory, false);
  CHECK(memory.matches() == 0);
}

}  // namespace
}  // namespace joust::client
