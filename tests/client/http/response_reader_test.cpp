#include "client/http/response_reader.hpp"

#include <string>
#include <vector>

#include "tests/client/http/read_pieces.hpp"
#include "tests/client/wire_cases.hpp"
#include "tests/support/catch.hpp"

namespace joust::client {
namespace {

Outcome read_whole(std::string_view bytes, bool ends = true, bool head_request = false) {
  HeadMemory memory(head_request);
  return read_pieces({bytes}, memory, ends);
}

/// Whole, cut in two at every byte, byte by byte, and again with a memory that knows the head.
void check_every_split(std::string_view bytes, bool head_request, bool every_byte = true) {
  HeadMemory memory(head_request);
  const Outcome whole = read_pieces({bytes}, memory, true);
  CHECK(read_pieces({bytes}, memory, true) == whole);
  std::vector<std::string_view> single;
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
    single.push_back(bytes.substr(cut, 1));
    if (!every_byte && cut % 61 != 0) continue;
    HeadMemory fresh(head_request);
    INFO("cut at " << cut);
    CHECK(read_pieces({bytes.substr(0, cut), bytes.substr(cut)}, fresh, true) == whole);
    CHECK(read_pieces({bytes.substr(0, cut), bytes.substr(cut)}, memory, true) == whole);
  }
  HeadMemory fresh(head_request);
  CHECK(read_pieces(single, fresh, true) == whole);
}

TEST_CASE("every wire answer reads the same however it is split") {
  for (const test::WireCase& wire : test::wire_cases()) {
    if (wire.heavy) continue;
    INFO(wire.id << ": " << wire.what);
    const std::string answer = wire.answer();
    check_every_split(answer, wire.method == "HEAD", answer.size() < 4096);
  }
}

TEST_CASE("difficult answers read the same however they are split") {
  for (const std::string_view bytes : {
           "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello",
           "\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
           "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\n"
           "Content-Length: 2\r\n\r\nhi",
           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3 ;a=\"b\"\r\nabc\n2\ndd\n0\n\n",
           "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n1\r\nx\r\n000\r\nA: b\r\n"
           "C: d\r\n\r\nHTTP",
           "HTTP/1.1 200 OK\r\nContent-Length:\r\n 5\r\n\r\nhelloHTTP/1.1 200 OK\r\n",
           "HTTP/1.0 200 OK\r\n\r\nuntil the end",
           "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n",
           "HTTP/1.1 200 OK\r\nContent-Length: 4, 4\r\nContent-Length: 4\r\n\r\nfour",
       }) {
    INFO(bytes);
    CHECK(read_whole(bytes).verdict == "complete");
    check_every_split(bytes, false);
  }
}

TEST_CASE("what is no answer is broken however it is split") {
  for (const std::string_view bytes : {
           "HTTQ/1.1 200 OK\r\n\r\n",
           "HTTP/2.0 200 OK\r\n\r\n",
           "HTTP/1.1 20 OK\r\n\r\n",
           "HTTP/1.1 2000 OK\r\n\r\n",
           "HTTP/1.1 099 No\r\n\r\n",
           "HTTP/1.1  200 OK\r\n\r\n",
           "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
           "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
           "HTTP/1.1 200 OK\r\nContent-Length: 5, 6\r\n\r\nhello",
           "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello",
           "HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\nhello",
           "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\nhello",
           "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775808\r\n\r\n",
           "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\n",
           "HTTP/1.1 200 OK\r\nContent-Length : 5\r\n\r\nhello",
           "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
           "HTTP/1.1 200 OK\r\n: no name\r\n\r\n",
           "HTTP/1.1 200 OK\r\n folded: first\r\n\r\n",
           "HTTP/1.1 200 OK\r\nA: b\rc\r\n\r\n",
           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\ng\r\n",
           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8000000000000000\r\n",
           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nxy\r\n",
           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\rx",
       }) {
    INFO(bytes);
    CHECK(read_whole(bytes).verdict == "broken");
    check_every_split(bytes, false);
  }
}

TEST_CASE("the largest length and chunk size that fit are read") {
  CHECK(read_whole("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n").verdict ==
        "cut short");
  CHECK(read_whole("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\n")
            .verdict == "cut short");
}

TEST_CASE("heads up to 256 KiB are read, longer ones refused") {
  const std::string begin = "HTTP/1.1 204 No Content\r\nX: ";
  const std::string end = "\r\n\r\n";
  const auto head_of = [&](std::size_t size) {
    return begin + std::string(size - begin.size() - end.size(), 'x') + end;
  };
  CHECK(read_whole(head_of(max_head_bytes)).verdict == "complete");
  CHECK(read_whole(head_of(max_head_bytes + 1)).verdict == "broken");
  const std::string endless = begin + std::string(2 * max_head_bytes, 'x');
  CHECK(read_whole(endless).verdict == "broken");
}

TEST_CASE("lines without end are refused in chunked bodies") {
  const std::string head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  CHECK(read_whole(head + "1;" + std::string(20'000, 'x')).verdict == "broken");
  CHECK(read_whole(head + std::string(20'000, '0')).verdict == "broken");
  CHECK(read_whole(head + "0\r\n" + std::string(300'000, 'x')).verdict == "broken");
  CHECK(read_whole(std::string(9, '\n') + head).verdict == "broken");
}

TEST_CASE("a connection is kept as version and Connection say") {
  const auto kept = [](std::string_view head) {
    return read_whole(std::string(head) + "Content-Length: 0\r\n\r\n").keepalive;
  };
  CHECK(kept("HTTP/1.1 200 OK\r\n"));
  CHECK_FALSE(kept("HTTP/1.1 200 OK\r\nConnection: close\r\n"));
  CHECK_FALSE(kept("HTTP/1.1 200 OK\r\nconnection: x, CLOSE\r\n"));
  CHECK_FALSE(kept("HTTP/1.0 200 OK\r\n"));
  CHECK(kept("HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\n"));
  CHECK_FALSE(read_whole("HTTP/1.1 200 OK\r\n\r\n").keepalive);
  CHECK_FALSE(read_whole("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n"
                         "\r\n0\r\n\r\n")
                  .keepalive);
  CHECK_FALSE(
      read_whole("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n"
                 "\r\n0\r\n\r\n")
          .keepalive);
}

TEST_CASE("the answer to HEAD has no body whatever its fields say") {
  const Outcome outcome = read_whole("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", false, true);
  CHECK(outcome.verdict == "complete");
  CHECK(outcome.keepalive);
  CHECK(read_whole("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", false, true).verdict ==
        "complete");
}

TEST_CASE("a coding that does not end in chunked lasts until the connection closes") {
  const Outcome outcome =
      read_whole("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip\r\n\r\n1\r\nx");
  CHECK(outcome.verdict == "complete");
  CHECK(outcome.body == "1\r\nx");
}

TEST_CASE("bytes can be skipped where they are body and nowhere else") {
  HeadMemory memory(false);
  ResponseReader reader;
  std::string_view head = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab";
  CHECK(reader.skippable() == 0);
  CHECK(reader.read(head, memory).event == ReadEvent::body);
  CHECK(reader.skippable() == 8);
  CHECK(reader.skip(7) == ReadEvent::body);
  CHECK(reader.skippable() == 1);
  CHECK(reader.skip(1) == ReadEvent::complete);
  CHECK(reader.skippable() == 0);
  CHECK(reader.body_bytes() == 10);
}

TEST_CASE("fields are listed in order with folded values joined") {
  const auto fields = fields_of("HTTP/1.1 200 OK\r\nA:  b \r\nC: d\r\n  e\r\n\r\n");
  REQUIRE(fields.size() == 2);
  CHECK(fields[0].name == "A");
  CHECK(fields[0].value == "b");
  CHECK(fields[1].value == "d e");
}

}  // namespace
}  // namespace joust::client
