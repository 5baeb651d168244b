// Request bodies that are taken, however large and however they come.
#include <string>
#include <string_view>
#include <vector>

#include "tests/conformance/programs.hpp"
#include "tests/conformance/wire.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/running_server.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace joust::test;

TEST_CASE("zeros in front of a chunk's size are nothing") {
  for (const auto* program : reference_servers) {
    INFO(program);
    RunningServer server(program, {});
    WireConnection connection(server.port());
    const std::string zeros(17, '0');
    connection.send(chunked_upload + zeros + "5\r\nhello\r\n" + zeros + "\r\n\r\n" +
                    request("/echo"));
    const auto answers = answers_on(connection, 2);
    REQUIRE(answers.size() == 2);
    CHECK(answers[0].body == "hello");
    CHECK(answers[1].status == 200);
  }
}

TEST_CASE("a large echo begins before the upload has ended") {
  const std::string half(1 << 20, 'u');
  for (const auto* program : streaming_servers) {
    INFO(program);
    RunningServer server(program, {});
    WireConnection connection(server.port());
    connection.send(upload(2 * half.size()) + half);
    CHECK(eventually(
        [&] {
          return connection.read_some(Milliseconds(0)) &&
                 connection.received().size() > half.size() / 2;
        },
        Milliseconds(5000)));
    connection.send(half + request("/hello"));
    const auto answers = answers_on(connection, 2);
    REQUIRE(answers.size() == 2);
    CHECK((answers[0].body == half + half));
    CHECK(answers[1].status == 200);
  }
}

TEST_CASE("uploads of any size are echoed to clients that read while they send") {
  std::string body(8 << 20, '\0');
  for (std::size_t i = 0; i < body.size(); ++i) body[i] = static_cast<char>(i * 7 + (i >> 10));
  for (const auto* program : reference_servers) {
    RunningServer server(program, {});
    WireConnection connection(server.port());
    std::size_t asked = 0;
    for (const std::size_t size : {65535U, 65536U, 65537U, 131072U, 131073U, 1U << 20, 8U << 20}) {
      for (const char* fields : {"", "Expect: 100-continue\r\n"}) {
        INFO(program << ", " << size << " bytes, " << fields);
        connection.send(upload(size, fields));
        if (fields[0] != '\0') {
          const auto before = connection.received().size();
          CHECK(eventually(
              [&] {
                connection.read_some(Milliseconds(0));
                return connection.received().find("100 Continue\r\n\r\n",
                                                  before < 20 ? 0 : before - 20) !=
                       std::string::npos;
              },
              Milliseconds(5000)));
        }
        REQUIRE(connection.send(std::string_view(body).substr(0, size)));
        const auto answers = answers_on(connection, ++asked);
        REQUIRE(answers.size() == asked);
        CHECK((answers.back().body == body.substr(0, size)));
      }
    }
    std::string chunked = "PUT /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (std::size_t at = 0; at < body.size(); at += 1 << 16) {
      chunked += "10000\r\n" + body.substr(at, 1 << 16) + "\r\n";
    }
    INFO(program << ", chunked");
    REQUIRE(connection.send(chunked + "0\r\n\r\n"));
    auto answers = answers_on(connection, ++asked);
    REQUIRE(answers.size() == asked);
    CHECK((answers.back().body == body));

    // The same bytes for a document that takes none: read, forgotten, answered.
    REQUIRE(connection.send("POST /hello HTTP/1.1\r\nHost: a\r\nContent-Length: 8388608\r\n\r\n"));
    REQUIRE(connection.send(body + request("/hello")));
    answers = answers_on(connection, asked + 2);
    REQUIRE(answers.size() == asked + 2);
    CHECK(answers[asked].status == 405);
    CHECK(answers[asked + 1].status == 200);
  }
}

TEST_CASE("an upload that is not kept pace with is held back, not held") {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  WARN("not looked at: the sanitizer's memory is not the server's");
#else
  constexpr std::size_t size = 32U << 20;  // more than the kernel's buffers hold
  constexpr std::size_t later = 12U << 20;
  const std::string body(size, 'm');
  for (const auto* program : streaming_servers) {
    INFO(program);
    RunningServer server(program, {"--max-body", std::to_string(size)});
    REQUIRE(get(server.port(), "/hello"));
    const auto before = server.resident_bytes();
    std::vector<WireConnection> deaf;
    for (int i = 0; i < 4; ++i) {
      deaf.emplace_back(server.port());
      REQUIRE(deaf.back().send(upload(size)));
      CHECK(deaf.back().send_until_stuck(body, Milliseconds(200)) < size);
    }
    CHECK(server.resident_bytes() <= before + deaf.size() * (768U << 10));
    REQUIRE(get(server.port(), "/hello"));
    // Whoever begins to read after all gets everything.
    WireConnection late(server.port());
    late.send(upload(later));
    const auto all = std::string_view(body).substr(0, later);
    const auto taken = late.send_until_stuck(all, Milliseconds(200));
    REQUIRE(late.send(all.substr(taken)));
    const auto answers = answers_on(late, 1);
    REQUIRE(answers.size() == 1);
    CHECK(answers[0].body.size() == later);
  }
#endif
}

TEST_CASE("a client that sends everything before it reads is served") {
  // No more than the kernel's buffers hold: beyond it is held back, but by evhttp.
  const std::string body(1 << 20, 's');
  for (const auto* program : reference_servers) {
    INFO(program);
    RunningServer server(program, {});
    const auto client = [&] {
      WireConnection connection(server.port());
      connection.send_unread(upload(body.size()) + body);
      return answers_on(connection, 1);
    };
    const auto answers = client();
    REQUIRE(answers.size() == 1);
    CHECK(answers[0].body.size() == body.size());
  }
}

TEST_CASE("a length that is said twice is understood, however the head comes in") {
  for (const auto* program : reference_servers) {
    INFO(program);
    RunningServer server(program, {});
    WireConnection connection(server.port());
    const auto head = upload(5, "X: 1\r\nY: 1\r\n");
    connection.send(head.substr(0, head.size() - 2));
    connection.read_some(Milliseconds(50));
    // Long enough for what came before it to be moved.
    connection.send("Z: " + std::string(20'000, 'z') + "\r\n");
    connection.read_some(Milliseconds(50));
    connection.send("Content-Length: 5\r\n\r\nhello");
    const auto answers = answers_on(connection, 1);
    REQUIRE(answers.size() == 1);
    CHECK(answers[0].status == 200);
    CHECK(answers[0].body == "hello");
    CHECK(server.stop() == 0);
  }
}

TEST_CASE("an answer that waits for its client goes to that client alone") {
  const std::string body(3000, 'b');
  for (const auto* program : reference_servers) {
    INFO(program);
    const TemporaryFolder folder;
    const auto path = folder / "socket";
    RunningServer server(program, {"--unix", path.string(), "--delay", "1ms"});
    WireConnection slow(path);
    WireConnection other(path);
    std::size_t asked = 0;
    std::string rest;
    // Until the server has no room for what the slow one does not read, be it an answer or a 100.
    for (; asked < 100; ++asked) {
      const auto head = upload(body.size(), "Expect: 100-continue\r\n");
      rest = head.substr(slow.send_until_stuck(head, Milliseconds(100)));
      if (!rest.empty()) break;
      other.send(request("/hello"));
      REQUIRE(answers_on(other, 2 * asked + 1).size() == 2 * asked + 1);
      rest = body.substr(slow.send_until_stuck(body, Milliseconds(100)));
      if (!rest.empty()) break;
      other.send(request("/hello"));
      REQUIRE(answers_on(other, 2 * asked + 2).size() == 2 * asked + 2);
    }
    CHECK(other.received().find("octet-stream") == std::string::npos);
    CHECK(asked > 10);
    if (!rest.empty()) {
      if (rest.ends_with("\r\n")) rest += body;
      slow.send(rest);
      ++asked;
    }
    const auto own = answers_on(slow, asked);
    CHECK(own.size() == asked);
    for (const auto& answer : own) CHECK(answer.body == body);
  }
}
