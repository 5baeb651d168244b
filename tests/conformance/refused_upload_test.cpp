// Request bodies that are too long, have no end, or have too much beside their data.
#include <string>
#include <string_view>

#include "tests/conformance/programs.hpp"
#include "tests/conformance/site_fixture.hpp"
#include "tests/conformance/wire.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/running_server.hpp"

using namespace joust::test;
using Clock = std::chrono::steady_clock;

namespace {

// What a chunked upload has beside its data is bounded too. A server that reads on without taking
// anything does not see its client leave, so it is that which is asked for.
void survives(const char* program, const std::string& endless, bool refuses) {
  INFO(program);
  const SiteFixture site;
  RunningServer server(program, {"--root", site.root().string()});
  WireConnection other(server.port());
  other.send(request("/hello.txt"));
  REQUIRE(answers_on(other, 1).size() == 1);
  const auto without = server.open_descriptors();
  {
    WireConnection rude(server.port());
    rude.send(chunked_upload + endless);
    if (refuses) {
      CHECK(closes(rude));
      const auto answers = answers_on(rude, 1);
      REQUIRE(answers.size() == 1);
      const int status = answers[0].status;  // evhttp has 413 for it
      CHECK((status == 400 || status == 413 || status == 431));
    }
    const auto start = Clock::now();
    other.send(request("/hello.txt"));
    CHECK(answers_on(other, 2).size() == 2);
    CHECK((Clock::now() - start < Milliseconds(1000)));
  }
  CHECK(eventually([&] { return server.open_descriptors() <= without; }, Milliseconds(5000)));
  CHECK(server.stop() == 0);
}

}  // namespace

TEST_CASE("a refused upload is answered readably a hundred times, with and without Expect") {
  const std::size_t limit = 1 << 20;
  const std::string body(5 * limit, 'b');
  for (const auto* program : reference_servers) {
    INFO(program);
    RunningServer server(program, {"--max-body", std::to_string(limit)});
    for (int i = 0; i < 200; ++i) {
      const bool expect = i % 2 == 0;
      WireConnection connection(server.port());
      connection.send(upload(body.size(), expect ? "Expect: 100-continue\r\n" : ""));
      if (!expect) connection.send(body);
      const auto answers = answers_on(connection, 1);
      REQUIRE(answers.size() == 1);
      REQUIRE(answers[0].status == 413);
      REQUIRE(answers[0].body.find("413") != std::string::npos);
      REQUIRE(closes(connection));
    }
    WireConnection fits(server.port());
    fits.send(upload(limit));
    fits.send(body.substr(0, limit));
    const auto answers = answers_on(fits, 1);
    REQUIRE(answers.size() == 1);
    CHECK(answers[0].body.size() == limit);
  }
}

TEST_CASE("a chunked upload above the limit is refused readably") {
  for (const auto* program : reference_servers) {
    INFO(program);
    RunningServer server(program, {"--max-body", "100000"});
    const std::string chunk = "2710\r\n" + std::string(10000, 'c') + "\r\n";
    for (const int chunks : {10, 11, 40}) {
      WireConnection connection(server.port());
      connection.send(chunked_upload);
      for (int i = 0; i < chunks; ++i) connection.send(chunk);
      connection.send("0\r\n\r\n");
      const auto answers = answers_on(connection, 1);
      REQUIRE(answers.size() == 1);
      CHECK(answers[0].status == (chunks == 10 ? 200 : 413));
      if (chunks > 10) CHECK(closes(connection));
    }
  }
}

TEST_CASE("a chunk line without end is refused, and keeps no connection") {
  for (const auto* program : servers) {
    // evhttp waits for the end of the line, and of its client.
    const bool refuses = std::string_view(program) != "joust-evhttp";
    survives(program, "5;" + std::string(1 << 18, 'e'), refuses);
  }
}

TEST_CASE("trailers without end are refused, and keep no connection") {
  std::string fields;
  while (fields.size() < (1 << 18)) fields += "Trailer: " + std::string(100, 't') + "\r\n";
  for (const auto* program : servers) {
    survives(program, "0\r\n" + fields, true);
    survives(program, "0\r\nTrailer: " + std::string(1 << 18, 't'), true);
  }
}

TEST_CASE("a trailer that is too long for the server's library is refused, and ends no server") {
  const std::string letters(70'000, 't');
  for (const auto* program : servers) {
    survives(program, "0\r\nX: " + letters + "\r\n\r\n", true);
    survives(program, "0\r\n" + letters + ": x\r\n\r\n", true);
  }
}
