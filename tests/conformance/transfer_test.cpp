// How the servers move bytes: sizes, pieces, order, slow readers, versions.
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "tests/conformance/programs.hpp"
#include "tests/conformance/site_fixture.hpp"
#include "tests/conformance/wire.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/running_server.hpp"

using namespace joust::test;

namespace {

std::string random_bytes(std::size_t size) {
  std::mt19937 random(static_cast<unsigned>(size));
  std::string bytes(size, '\0');
  for (auto& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

}  // namespace

TEST_CASE("files around every buffer's size come whole, twice on one connection") {
  const TemporaryFolder folder;
  const std::size_t sizes[] = {0,     1,     4095,  4096,  4097,    8191,    8192,   8193,
                               16385, 65535, 65536, 65537, 1048576, 1048577, 3000000};
  for (const auto size : sizes) folder.write(std::to_string(size) + ".bin", random_bytes(size));
  for (const auto* program : servers) {
    RunningServer server(program, {"--root", folder.path().string()});
    WireConnection connection(server.port());
    std::size_t asked = 0;
    for (int round = 0; round < 2; ++round) {
      for (const auto size : sizes) {
        INFO(program << ", " << size << " bytes");
        connection.send(request("/" + std::to_string(size) + ".bin"));
        const auto answers = answers_on(connection, ++asked);
        REQUIRE(answers.size() == asked);
        CHECK((answers.back().body == random_bytes(size)));
      }
    }
    CHECK(server.stop() == 0);
  }
}

TEST_CASE("many requests in one piece are answered in order") {
  const TemporaryFolder folder;
  std::string all;
  for (int i = 0; i < 200; ++i) {
    folder.write(std::to_string(i),
                 std::to_string(i) + random_bytes(static_cast<std::size_t>(i) * 50));
    all += request("/" + std::to_string(i));
  }
  for (const auto* program : servers) {
    RunningServer server(program, {"--root", folder.path().string()});
    WireConnection connection(server.port());
    REQUIRE(connection.send(all));
    const auto answers = answers_on(connection, 200);
    REQUIRE(answers.size() == 200);
    for (std::size_t i = 0; i < 200; ++i) {
      INFO(program << ", answer " << i);
      CHECK((answers[i].body == std::to_string(i) + random_bytes(i * 50)));
    }
  }
}

TEST_CASE("a request split at any byte is answered") {
  const SiteFixture site;
  const auto text = request("/hello.txt") + request("/empty.bin");
  for (const auto* program : servers) {
    RunningServer server(program, {"--root", site.root().string()});
    for (std::size_t at = 1; at < text.size(); ++at) {
      WireConnection connection(server.port());
      connection.send(text.substr(0, at));
      connection.read_some(Milliseconds(2));
      connection.send(text.substr(at));
      const auto answers = answers_on(connection, 2);
      INFO(program << ", split at " << at);
      REQUIRE(answers.size() == 2);
      CHECK(answers[0].body == "0123456789");
      CHECK(answers[1].body.empty());
    }
  }
}

TEST_CASE("a client that reads late gets everything, and others are served meanwhile") {
  const SiteFixture site;
  for (const auto* program : servers) {
    RunningServer server(program, {"--root", site.root().string()});
    WireConnection late(server.port());
    std::string all;
    for (int i = 0; i < 20; ++i) all += request("/mib.bin");
    REQUIRE(late.send(all));
    const auto other = get(server.port(), "/hello.txt");
    REQUIRE(other);
    CHECK(other->body == "0123456789");
    const auto answers = answers_on(late, 20);
    REQUIRE(answers.size() == 20);
    for (const auto& answer : answers) CHECK(answer.body.size() == 1048576);
  }
}

TEST_CASE("a file that shrinks while it is sent ends the connection") {
  for (const auto* program : servers) {
    const TemporaryFolder folder;
    const auto file = folder.write("large.bin", std::string(32U << 20, 'x'));
    folder.write("hello.txt", "0123456789");
    RunningServer server(program, {"--root", folder.path().string()});
    WireConnection connection(server.port());
    connection.send(request("/large.bin"));
    REQUIRE(eventually([&] { return connection.read_some(Milliseconds(0)); }, Milliseconds(5000)));
    std::filesystem::resize_file(file, 1000);
    INFO(program);
    while (connection.read_some(Milliseconds(5000))) continue;
    CHECK(connection.closed());
    CHECK(connection.received().size() < (32U << 20));
    // The shrunken file's answers are as they are; the server lives.
    const auto other = get(server.port(), "/hello.txt");
    REQUIRE(other);
    CHECK(other->body == "0123456789");
  }
}

TEST_CASE("HTTP/1.0 is answered in kind") {
  const SiteFixture site;
  for (const auto* program : servers) {
    RunningServer server(program, {"--root", site.root().string()});
    WireConnection kept(server.port());
    for (std::size_t i = 1; i <= 2; ++i) {
      kept.send("GET /hello.txt HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
      const auto answers = answers_on(kept, i);
      REQUIRE(answers.size() == i);
      INFO(program);
      CHECK(answers.back().field("connection") == "keep-alive");
      CHECK(answers.back().field("date"));
    }
    WireConnection last(server.port());
    last.send(request("/hello.txt", "Connection: x-a, CLOSE\r\n"));
    REQUIRE(answers_on(last, 1).size() == 1);
    CHECK(closes(last));
  }
}

TEST_CASE("the servers send comparable heads") {
  const TemporaryFolder folder;
  folder.write("52.bin", random_bytes(52));
  for (const auto* program : servers) {
    RunningServer server(program, {"--root", folder.path().string()});
    const auto answer = get(server.port(), "/52.bin");
    REQUIRE(answer);
    INFO(program);
    CHECK(answer->field("server") == "joust");
    CHECK(answer->field("date"));
    CHECK(answer->field("content-type") == "application/octet-stream");
    CHECK(answer->field("content-length") == "52");
    CHECK_FALSE(answer->field("connection"));
  }
}
