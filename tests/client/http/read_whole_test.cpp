// The short way for the usual answer sees what the long way sees, and declines everything else.
#include <string>

#include "client/http/response_reader.hpp"
#include "tests/client/wire_cases.hpp"
#include "tests/support/catch.hpp"

namespace joust::client {
namespace {

const std::string head =
    "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 5\r\n\r\n";

/// Knows `bytes`' head already.
HeadMemory memory_of(const std::string& bytes, bool head_request = false) {
  HeadMemory memory(head_request);
  ResponseReader reader;
  std::string_view input = bytes;
  while (!input.empty() && reader.read(input, memory).event == ReadEvent::body) {
  }
  return memory;
}

TEST_CASE("an answer with a remembered head and all of its body is read in one step") {
  HeadMemory memory = memory_of(head + "hello");
  ResponseReader reader;
  const std::string bytes = head + "other" + head + "third";
  std::string_view input = bytes;
  CHECK(reader.read_whole(input, memory) == "other");
  CHECK(reader.status() == 200);
  CHECK(reader.keepalive());
  CHECK(reader.body_bytes() == 5);
  CHECK(reader.framing_bytes() == head.size());
  CHECK(input.size() == head.size() + 5);
  reader.reset();
  CHECK(reader.read_whole(input, memory) == "third");
  CHECK(input.empty());
}

TEST_CASE("what is not all there, not at its begin or not known is left to the long way") {
  const auto declines = [](HeadMemory memory, const std::string& bytes) {
    ResponseReader reader;
    std::string_view input = bytes;
    return !reader.read_whole(input, memory) && input.size() == bytes.size() &&
           reader.used_bytes() == 0;
  };
  const HeadMemory known = memory_of(head + "hello");
  CHECK(declines(HeadMemory(false), head + "hello"));
  CHECK(declines(known, head + "hell"));
  CHECK(declines(known, head.substr(0, 20)));
  CHECK(declines(known, ""));
  CHECK(declines(known, "\r\n" + head + "hello"));
  CHECK(declines(known, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"));
  std::string other = head + "hello";
  other[9] = '4';
  CHECK(declines(known, other));
  CHECK(declines(memory_of(head, true), head + "hello"));  // the answer to HEAD has no body

  HeadMemory memory = known;
  ResponseReader begun;
  std::string_view part = std::string_view(head).substr(0, 10);
  begun.read(part, memory);
  const std::string bytes = head + "hello";
  std::string_view input = bytes;
  CHECK_FALSE(begun.read_whole(input, memory));
}

TEST_CASE("both ways see the same in every wire case") {
  for (const test::WireCase& wire : test::wire_cases()) {
    if (wire.heavy) continue;
    INFO(wire.id);
    const std::string bytes = wire.answer();
    HeadMemory memory = memory_of(bytes);
    HeadMemory same = memory;
    ResponseReader quick;
    std::string_view input = bytes;
    const auto body = quick.read_whole(input, memory);
    if (!body) continue;
    ResponseReader slow;
    std::string_view rest = bytes;
    const ReadStep step = slow.read(rest, same);
    CHECK(step.event == ReadEvent::complete);
    CHECK(step.body == *body);
    CHECK(rest == input);
    CHECK(slow.status() == quick.status());
    CHECK(slow.keepalive() == quick.keepalive());
    CHECK(slow.used_bytes() == quick.used_bytes());
  }
}

}  // namespace
}  // namespace joust::client
