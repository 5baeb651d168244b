#include "suites/plan/suite.hpp"

#include <cstdlib>

#include "base/error.hpp"
#include "suites/plan/suite_programs.hpp"
#include "tests/suites/plan/bench.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace joust::suites {

using namespace std::chrono_literals;
using namespace test;

TEST_CASE("a suite is read as it is written") {
  const Suite suite = parse(good_suite(R"(
keepalive = [true, false]
client_threads = [1, 2]
server_threads = 2
margin = "5%"
confidence = "95%"
pin = "none"
anchor = false
restart = "visit"
mode = "closed"
)"));
  CHECK(suite.name == "bad");
  CHECK(suite.title == "Good");
  CHECK(suite.compare == Side::servers);
  CHECK(ids(suite.servers) == Words{"evhttp", "beast-async"});
  CHECK(ids(suite.clients) == Words{"joust-load"});
  CHECK(suite.reference == "evhttp");
  CHECK_FALSE(suite.anchor);
  CHECK(suite.connections == std::vector<std::uint32_t>{1, 10});
  CHECK(suite.documents.size() == 1);
  CHECK(suite.documents.front().size == Bytes{52});
  CHECK(suite.keepalive == std::vector<bool>{true, false});
  CHECK(suite.client_threads == std::vector<std::uint32_t>{1, 2});
  CHECK(suite.server_threads == std::vector<std::uint32_t>{2});
  CHECK(suite.blocks == 4);
  CHECK(suite.measure == Nanoseconds(250ms));
  CHECK(suite.requests == std::nullopt);
  CHECK(suite.warmup == 100ms);
  CHECK(suite.judgement.margin == Approx(0.05));
  CHECK(suite.judgement.confidence == Approx(0.95));
  CHECK_FALSE(suite.pin);
}

TEST_CASE("what a suite leaves out has its default") {
  const Suite suite = parse(
      "servers = \"beast-coro\"\nconnections = 1\ndocuments = [{route = \"static\", bytes = "
      "52}]\n");
  CHECK(suite.title == "bad");
  CHECK(suite.reference == "beast-coro");
  CHECK(suite.anchor);
  CHECK(suite.blocks == 8);
  CHECK(suite.measure == Nanoseconds(250ms));
  CHECK(suite.keepalive == std::vector<bool>{true});
  CHECK(suite.judgement.confidence == Approx(0.99));
  CHECK(suite.judgement.margin == Approx(0.03));
  CHECK(suite.pin);
}

TEST_CASE("clients are compared under one server, the same way round") {
  const Suite suite = parse(client_suite("reference = \"other-load\"\n"));
  CHECK(suite.compare == Side::clients);
  CHECK(ids(suite.clients) == Words{"joust-load", "other-load"});
  CHECK(ids(suite.servers) == Words{"evhttp"});
  CHECK(suite.reference == "other-load");
  CHECK_FALSE(suite.anchor);
}

TEST_CASE("keys of the other side are refused with the key that is meant") {
  CHECK(contains(complaints(good_suite("clients = [\"joust-load\"]\n")),
                 "bad.toml:9: clients: this suite needs client, a single one (see compare)"));
  CHECK(contains(complaints(good_suite("server = \"evhttp\"\n")), "needs servers, a list"));
  CHECK(
      contains(complaints(client_suite("servers = [\"evhttp\"]\n")), "needs server, a single one"));
  CHECK(contains(complaints(client_suite("anchor = true\n")), "only where servers are compared"));
  CHECK(contains(complaints(good_suite("client = [\"joust-load\", \"other-load\"]\n")),
                 "client: one client is needed here, not 2"));
}

TEST_CASE("servers are named plainly, with a variant, by glob or as a table") {
  const Suite suite = parse(with_line(
      good_suite(),
      R"(servers = ["beast-async:prepared", "beast-*", {name = "evhttp", arguments = ["--burn-ns", "100"], id = "burning"}, {name = "beast-async", variant = "cached", arguments = ["-x"]}, "evhttp"])"));
  CHECK(ids(suite.servers) == Words{"beast-async:prepared", "beast-async", "beast-coro", "burning",
                                    "beast-async:cached", "evhttp"});
  CHECK(suite.servers[0].choice.extra_arguments == Words{"--prepared"});
  CHECK(suite.servers[3].choice.name == "evhttp");
  CHECK(suite.servers[3].choice.extra_arguments == Words{"--burn-ns", "100"});
  CHECK(suite.servers[4].choice.extra_arguments == Words{"--cached", "-x"});
}

TEST_CASE(
    "a glob takes all but the anchor, lists nothing twice, and matches variants after a colon") {
  CHECK(ids(parse(with_line(good_suite(), R"(servers = ["evhttp", "*"])")).servers) ==
        Words{"evhttp", "beast-async", "beast-coro", "echo-less"});
  CHECK(ids(parse(with_line(good_suite(), R"(servers = ["evhttp", "beast-async:*"])")).servers) ==
        Words{"evhttp", "beast-async:cached", "beast-async:prepared"});
  CHECK(contains(complaints(with_line(good_suite(), R"(servers = ["evhttp", "x-*"])")),
                 "bad.toml:2: servers: no server matches 'x-*'; known are "));
  CHECK(matches_glob("b*t-?sync", "beast-async"));
  CHECK(matches_glob("*", ""));
  CHECK_FALSE(matches_glob("b?", "b"));
  CHECK_FALSE(matches_glob("*a", "ab"));
}

TEST_CASE("wrong servers and clients are told with line and nearest known word") {
  const auto servers = [](const std::string& list) {
    return complaints(with_line(good_suite(), "servers = " + list));
  };
  CHECK(contains(servers("[\"evhtp\"]"),
                 "bad.toml:2: servers: unknown server 'evhtp'; did you mean 'evhttp'?"));
  CHECK_FALSE(contains(servers("[\"evhtp\", \"beast-coro\"]"), "reference"));  // said once
  CHECK(contains(servers("[\"apache\"]"), "unknown server 'apache'; known are beast-async, "));
  CHECK(contains(servers("[\"beast-async:prepard\"]"),
                 "server 'beast-async' has no variant 'prepard'; did you mean 'prepared'?"));
  CHECK(contains(servers("[\"evhttp:x\"]"), "has no variant 'x'; there are none"));
  CHECK(contains(servers("[\"evhttp\", \"evhttp\"]"), "'evhttp' is listed twice"));
  CHECK(contains(servers("[]"), "bad.toml:2: servers: the list is empty"));
  CHECK(contains(servers("[1]"), "bad.toml:2: servers: expected text"));
  CHECK(contains(servers("[{nam = \"evhttp\"}]"), "servers: name: this key is missing"));
  CHECK(contains(servers("[{nam = \"evhttp\"}]"), "did you mean 'name'?"));
  CHECK(contains(servers("[{name = \"evhttp\", arguments = [\"{prot}\"]}]"),
                 "unknown placeholder '{prot}'; did you mean 'port'?"));
  CHECK(contains(servers("[{name = \"evhttp\", id = \"a/b\"}]"), "'a/b' cannot be an id"));
  CHECK(contains(servers("[\"evhttp\", \"joust-null\"]"), "rides along as the anchor already"));
  CHECK(complaints(
            with_line(good_suite("anchor = false\n"), "servers = [\"evhttp\", \"joust-null\"]"))
            .empty());
  CHECK(servers("[\"evhttp\", {name = \"joust-null\", id = \"slow\"}]").empty());
  CHECK(
      contains(complaints(with_line(good_suite(), "reference = \"evhtp\"")),
               "bad.toml:3: reference: 'evhtp' is not among the servers; did you mean 'evhttp'?"));
  CHECK(contains(complaints(good_suite("client = \"joust-laod\"\n")),
                 "client: unknown client 'joust-laod'; did you mean 'joust-load'?"));
}

TEST_CASE("numbers out of bounds, foreign units and unknown keys are told with line and bounds") {
  const auto complaint = [](const std::string& line) {
    return complaints(with_line(good_suite(), line));
  };
  CHECK(contains(complaint("connections = [0]"),
                 "bad.toml:4: connections: expected a whole number from 1 to 100000, found 0"));
  CHECK(contains(complaint("connections = [-1]"), "found -1"));
  CHECK(contains(complaint("connections = [100001]"), "found 100001"));
  CHECK(contains(complaint("connections = [1, 1]"), "1 is listed twice"));
  CHECK(contains(complaint("connections = []"), "the list is empty"));
  CHECK(contains(complaint("blocks = 0"),
                 "bad.toml:6: blocks: expected a whole number from 1 to 1000"));
  CHECK(contains(complaint("blocks = 99999999999"), "found 99999999999"));
  CHECK(contains(complaint("measure = \"10 parsecs\""), "bad.toml:7: measure: '10 parsecs'"));
  CHECK(contains(complaint("measure = -5"), "bad.toml:7: measure: expected a duration"));
  CHECK(contains(complaint("measure = 10 s"), "bad.toml:7: not TOML"));
  CHECK(contains(complaint("measure = \"999us\""), "expected a time from 1.00 ms to 1 h 0 min"));
  CHECK(contains(complaint("measure = \"2h\""), "found 2 h 0 min"));
  CHECK(contains(complaint("warmup = \"61min\""), "bad.toml:8: warmup"));
  CHECK(contains(complaint("requests = 100"), "by measure or by requests, not by both"));
  CHECK(
      contains(complaint("margin = \"60%\""), "margin: expected 0.1 % to 50.0 %, found 60.000 %"));
  CHECK(contains(complaint("margin = \"0\""), "margin: expected"));
  CHECK(contains(complaint("confidence = 1"), "confidence: expected 50.0 % to 99.9 %"));
  CHECK(contains(complaint("pin = \"all\""), "pin: 'all' is none of auto, none"));
  CHECK(contains(complaint("compare = \"server\""), "did you mean 'servers'?"));
  CHECK(complaint("conections = [1]") ==
        "dir/bad.toml:9: unknown key 'conections'; did you mean 'connections'?");
}

TEST_CASE("keys that nothing obeys yet are refused by name, not as unknown") {
  for (const char* line : {"rate = 100", "slo_p99 = \"1ms\"", "late_after = \"1ms\"",
                           "min_bitrate = \"1MB\"", "variants = [\"a\"]", "expect = 1",
                           "mode = \"open\"", "mode = \"capacity\"", "restart = \"sweep\""}) {
    const auto text = complaints(good_suite() + line + "\n");
    INFO(line << ": " << text);
    CHECK(contains(text, "bad.toml:9: "));
    CHECK(contains(text, "is not built yet"));
    CHECK_FALSE(contains(text, "unknown"));
  }
}

TEST_CASE("documents say route, size, method and body") {
  const Suite suite = parse(with_line(
      good_suite(),
      R"(documents = [{bytes = "1MiB"}, {route = "bytes", bytes = 0, method = "HEAD"}, {route = "echo", bytes = 1024}, {route = "echo", body = 2048, method = "PUT"}, {route = "echo", method = "GET"}, {route = "hello"}])"));
  REQUIRE(suite.documents.size() == 6);
  CHECK(suite.documents[0] == Document{"static", "GET", Bytes{1048576}, Bytes{0}});
  CHECK(suite.documents[1] == Document{"bytes", "HEAD", Bytes{0}, Bytes{0}});
  CHECK(suite.documents[2] == Document{"echo", "POST", Bytes{1024}, Bytes{1024}});
  CHECK(suite.documents[3] == Document{"echo", "PUT", Bytes{2048}, Bytes{2048}});
  CHECK(suite.documents[4] == Document{"echo", "GET", Bytes{0}, Bytes{0}});
  CHECK(suite.documents[5] == Document{"hello", "GET", Bytes{0}, Bytes{0}});
}

TEST_CASE("wrong documents are told with line and nearest known word") {
  const auto complaint = [](const std::string& documents) {
    return complaints(with_line(good_suite(), "documents = " + documents));
  };
  CHECK(contains(complaint("[{route = \"statc\", bytes = 1}]"),
                 "bad.toml:5: documents: route: 'statc' is none of static, bytes, echo, hello; did "
                 "you mean 'static'?"));
  CHECK(contains(complaint("[{route = \"static\"}]"), "documents: bytes: this key is missing"));
  CHECK(contains(complaint("[{bytes = -52}]"), "documents: bytes: expected a size"));
  CHECK(contains(complaint("[{bytes = \"2GiB\"}]"), "bytes: 2 GiB is more than 1 GiB"));
  CHECK(contains(complaint("[{bytes = 1, body = 1}]"), "only route = \"echo\" takes a body"));
  CHECK(contains(complaint("[{bytes = 1, method = \"POST\"}]"), "'POST' is none of GET, HEAD"));
  CHECK(contains(complaint("[{route = \"echo\"}]"), "bytes: this key is missing"));
  CHECK(contains(complaint("[{route = \"echo\", bytes = 1, body = 2}]"), "must be the same"));
  CHECK(contains(complaint("[{route = \"echo\", bytes = 1, method = \"GET\"}]"), "has no body"));
  CHECK(contains(complaint("[{route = \"hello\", bytes = 1}]"), "the server's own"));
  CHECK(contains(complaint("[{bytes = 1}, {bytes = 1}]"), "documents: static-1 is listed twice"));
  CHECK(contains(complaint("[{byts = 1, bytes = 1}]"), "did you mean 'bytes'?"));
  CHECK(contains(complaint("[]"), "documents: the list is empty"));
  CHECK(contains(complaint("[52]"), "documents: expected a table"));
}

TEST_CASE("an empty suite misses what it needs, all at once") {
  const auto text = complaints("");
  for (const char* key : {"servers", "documents", "connections"}) {
    CHECK(contains(text, std::string("dir/bad.toml: ") + key + ": this key is missing"));
  }
}

TEST_CASE("byte-order mark, CRLF, tabs and trailing blanks change nothing in a suite") {
  std::string text = "\xEF\xBB\xBF";
  for (const char c : good_suite()) text += c == '\n' ? " \t\r\n" : std::string(1, c);
  const Suite suite = parse(text);
  CHECK(ids(suite.servers) == Words{"evhttp", "beast-async"});
  CHECK(suite.blocks == 4);
}

}  // namespace joust::suites
