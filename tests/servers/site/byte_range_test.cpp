#include "servers/site/byte_range.hpp"

#include "tests/support/catch.hpp"

using namespace joust::site;

namespace {

// "first+length", "whole" or "unsatisfiable".
std::string read(std::string_view field, std::uint64_t size) {
  const auto asked = parse_range(field, size);
  if (std::holds_alternative<WholeFile>(asked)) return "whole";
  if (std::holds_alternative<Unsatisfiable>(asked)) return "unsatisfiable";
  const auto range = std::get<ByteRange>(asked);
  return std::to_string(range.first) + "+" + std::to_string(range.length);
}

}  // namespace

TEST_CASE("a range has its first byte and its length, cut at the end of the file") {
  CHECK(read("bytes=0-0", 10) == "0+1");
  CHECK(read("bytes=2-5", 10) == "2+4");
  CHECK(read("bytes=2-", 10) == "2+8");
  CHECK(read("bytes=9-99999999999999999999", 10) == "9+1");
  CHECK(read("bytes=-3", 10) == "7+3");
  CHECK(read("bytes=-30", 10) == "0+10");
}

TEST_CASE("a range behind the end of the file cannot be satisfied") {
  CHECK(read("bytes=10-", 10) == "unsatisfiable");
  CHECK(read("bytes=99999999999999999999-", 10) == "unsatisfiable");
  CHECK(read("bytes=-0", 10) == "unsatisfiable");
  CHECK(read("bytes=0-0", 0) == "unsatisfiable");
  CHECK(read("bytes=-1", 0) == "unsatisfiable");
}

TEST_CASE("what is not one range of bytes means the whole file") {
  for (const char* field :
       {"", "bytes", "bytes=", "bytes=-", "bytes=5-2", "bytes=a-b", "bytes=1-2,4-5", "bytes=+1-2",
        "lines=1-2", "bytes= 1-2", "bytes=1-2x", "bytes=--1"}) {
    CAPTURE(field);
    CHECK(read(field, 10) == "whole");
  }
}
