// What is left on the wire behind requests that are refused or unusual: no byte too many, none of a
// body taken for a request, and an end where the answer says so.
#include <string>
#include <string_view>
#include <vector>

#include "tests/conformance/programs.hpp"
#include "tests/conformance/site_fixture.hpp"
#include "tests/conformance/wire.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/running_server.hpp"

using namespace joust::test;

namespace {

constexpr std::string_view evhttp = "joust-evhttp";

// All that comes until the server closes, or has been silent for a while.
WireResponses play(const RunningServer& server, const std::string& bytes,
                   const std::vector<std::string>& methods, bool& closed) {
  WireConnection connection(server.port());
  connection.send(bytes);
  while (!connection.closed() && connection.read_some(Milliseconds(1000))) continue;
  closed = connection.closed();
  return read_responses(connection.received(), methods, closed);
}

std::string method_of(const std::string& text) { return text.substr(0, text.find(' ')); }

}  // namespace

TEST_CASE("an answer to HEAD has no body, also where it is a refusal") {
  for (const auto* program : reference_servers) {
    INFO(program);
    RunningServer server(program, {});
    for (const std::string fields : {"HTTP/1.1\r\n\r\n", "HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                                     "HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n",
                                     "HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n",
                                     "HTTP/1.1\r\nHost: a\r\nBad name: x\r\n\r\n"}) {
      CAPTURE(fields);
      bool closed = false;
      const auto came = play(server, "HEAD /hello " + fields, {"HEAD"}, closed);
      REQUIRE(came.all.size() == 1);
      CHECK(came.all[0].status >= 400);
      CHECK(came.rest == "");
      CHECK(closed);
    }
  }
}

TEST_CASE("an answer to HEAD has no body where the head cannot be read") {
  for (const auto* program : reference_servers) {
    if (program == evhttp) continue;  // evhttp's own page
    INFO(program);
    RunningServer server(program, {"--max-body", "1KiB"});
    for (const auto& text :
         {"HEAD /hello HTTP/2.0\r\nHost: a\r\n\r\n", "HEAD /a b HTTP/1.1\r\nHost: a\r\n\r\n",
          "HEAD /hello HTTP/1.1\r\nno colon\r\n\r\n",
          "HEAD /hello HTTP/1.1\r\nHost: a\r\nContent-Length: 2000\r\n\r\n",
          "HEAD /hello HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n"}) {
      CAPTURE(text);
      bool closed = false;
      const auto came = play(server, text, {"HEAD"}, closed);
      REQUIRE(came.all.size() == 1);
      CHECK(came.all[0].status >= 400);
      CHECK(came.rest == "");
      CHECK(closed);
    }
  }
}

TEST_CASE("a body is never taken for a request, whatever the method") {
  const std::string inner = request("/never");
  for (const auto* program : reference_servers) {
    INFO(program);
    RunningServer server(program, {});
    for (const std::string method : {"GET", "HEAD", "TRACE", "DELETE", "OPTIONS", "CONNECT"}) {
      CAPTURE(method);
      bool closed = false;
      const auto came = play(server,
                             method + " /hello HTTP/1.1\r\nHost: a\r\nContent-Length: " +
                                 std::to_string(inner.size()) + "\r\n\r\n" + inner,
                             {method}, closed);
      CHECK(came.final_ones().size() == 1);
      CHECK(came.rest == "");
    }
  }
}

TEST_CASE("the last answer is the last, and says so once") {
  for (const auto* program : reference_servers) {
    INFO(program);
    RunningServer server(program, {});
    for (const std::string text :
         {"CONNECT /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
          "CONNECT /hello HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
          "GET /hello HTTP/1.0\r\nConnection: keep-alive, close\r\n\r\n",
          "GET /hello HTTP/1.0\r\nConnection: keep-alive\r\nHost: a\r\nHost: b\r\n\r\n"}) {
      CAPTURE(text);
      bool closed = false;
      const auto came = play(server, text + request("/hello"), {method_of(text)}, closed);
      REQUIRE(came.all.size() == 1);
      CHECK(closed);
      int said = 0;
      for (const auto& [name, value] : came.all[0].fields) {
        if (name != "connection") continue;
        CHECK(value == "close");
        ++said;
      }
      CHECK(said == 1);
    }
  }
}

TEST_CASE("a target with a host keeps the connection like any other") {
  for (const auto* program : reference_servers) {
    INFO(program);
    RunningServer server(program, {});
    WireConnection connection(server.port());
    const auto text = request("http://a/hello");
    connection.send(text + text);
    CHECK(answers_on(connection, 2).size() == 2);
  }
}

TEST_CASE("answers are in a version of ours, whatever is asked for") {
  for (const auto* program : reference_servers) {
    INFO(program);
    RunningServer server(program, {});
    for (const std::string version : {"1.2", "1.9", "1.10", "0.9", "1.-1", "-1.1"}) {
      CAPTURE(version);
      WireConnection connection(server.port());
      connection.send("GET /hello HTTP/" + version + "\r\nHost: a\r\n\r\n");
      REQUIRE(answers_on(connection, 1).size() == 1);
      CHECK(connection.received().starts_with("HTTP/1.1 "));
      const bool is_minor = version == "1.2" || version == "1.9";
      const bool served = connection.received().starts_with("HTTP/1.1 200 ");
      CHECK((!served || is_minor));
    }
  }
}

TEST_CASE("a request line with a space too many is malformed") {
  const SiteFixture site;
  for (const auto* program : reference_servers) {
    INFO(program);
    RunningServer server(program, {"--root", site.root().string()});
    for (const char* line : {"GET /a b.txt HTTP/1.1", "GET /hello.txt  HTTP/1.1"}) {
      CAPTURE(line);
      WireConnection connection(server.port());
      connection.send(line + std::string("\r\nHost: a\r\n\r\n"));
      const auto answers = answers_on(connection, 1);
      REQUIRE(answers.size() == 1);
      CHECK(answers[0].status == 400);
    }
  }
}

TEST_CASE("a target that is too long is told from fields that are") {
  const std::string letters(70'000, 'x');
  for (const auto* program : reference_servers) {
    if (program == evhttp) continue;  // evhttp's own page, of 400
    INFO(program);
    RunningServer server(program, {});
    WireConnection target(server.port());
    target.send("GET /" + letters);
    auto answers = answers_on(target, 1);
    REQUIRE(answers.size() == 1);
    CHECK(answers[0].status == 414);

    WireConnection field(server.port());
    field.send("GET / HTTP/1.1\r\nHost: a\r\nX: " + letters);
    answers = answers_on(field, 1);
    REQUIRE(answers.size() == 1);
    CHECK(answers[0].status == 431);
  }
}
