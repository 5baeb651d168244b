// What is a right answer.
#include <string>

#include "base/document_bytes.hpp"
#include "base/sha256.hpp"
#include "client/load/load_generator.hpp"
#include "tests/client/load/loads.hpp"
#include "tests/support/catch.hpp"

namespace joust {
namespace {

using namespace std::chrono_literals;
using test::answer_with;
using test::answering;
using test::check_identities;
using test::counted;
using test::failed;
using test::Script;
using test::ScriptedPeer;
using test::ScriptEnd;

TEST_CASE("an answer of another length than the first one's is a failure") {
  Script script;
  script.parts.push_back({answer_with("hello")});
  script.parts.push_back({answer_with("hell"), 0ms, 1, true});
  ScriptedPeer peer(script);
  LoadPlan plan = counted(peer, 10, 1);
  LoadResult result = test::load(plan);
  check_identities(result);
  CHECK(result.requests.ok == 5);
  CHECK(failed(result, FailureClass::length) == 5);
  CHECK(result.bytes.body == 45);

  plan.variable_length = true;
  CHECK(test::load(plan).requests.ok == 10);
  plan.variable_length = false;
  plan.check = CheckLevel::none;
  CHECK(test::load(plan).requests.ok == 10);
}

TEST_CASE("an answer with other bytes than the first one's is a failure") {
  Script script;
  script.parts.push_back({answer_with("hello")});
  script.parts.push_back({answer_with("hellO"), 0ms, 1, true});
  ScriptedPeer peer(script);
  LoadPlan plan = counted(peer, 10, 1);
  const LoadResult result = test::load(plan);
  check_identities(result);
  CHECK(result.requests.ok == 5);
  CHECK(failed(result, FailureClass::content) == 5);
  CHECK(result.latency.service->count() == 5);

  plan.check = CheckLevel::length;
  CHECK(test::load(plan).requests.ok == 10);
}

TEST_CASE("the first answer must be the expected one") {
  const std::string body = "hello";
  ScriptedPeer peer(answering(answer_with(body)));
  LoadPlan plan = counted(peer, 4, 2);
  plan.expect_sha256 = sha256_hex(body);
  plan.expect_bytes = Bytes{5};
  CHECK(test::load(plan).requests.ok == 4);
  plan.expect_sha256 = sha256_hex("other");
  CHECK(failed(test::load(plan), FailureClass::content) == 4);
  plan.expect_bytes = Bytes{6};
  CHECK(failed(test::load(plan), FailureClass::length) == 4);
}

TEST_CASE("split and large bodies are compared too") {
  const std::string body = document_bytes(300'000);
  const std::string answer = answer_with(body);
  Script script;
  script.parts.push_back({answer.substr(0, 100)});
  script.parts.push_back({answer.substr(100, 100'000), 2ms});
  script.parts.push_back({answer.substr(100'100)});
  ScriptedPeer peer(script);
  LoadPlan plan = counted(peer, 40, 4);
  plan.expect_sha256 = sha256_hex(body);
  const LoadResult result = test::load(plan);
  check_identities(result);
  CHECK(result.requests.ok == 40);
  CHECK(result.bytes.body == 40 * body.size());
  // The first byte came earlier than the last one.
  CHECK(*result.latency.first_byte->mean() < *result.latency.service->mean());

  std::string wrong = answer;
  wrong[200'000] = static_cast<char>(wrong[200'000] ^ 1);
  ScriptedPeer other(answering(wrong));
  plan = counted(other, 2, 1);
  plan.expect_sha256 = sha256_hex(body);
  CHECK(failed(test::load(plan), FailureClass::content) == 2);
}

TEST_CASE("one large body in sixteen is compared") {
  const std::string body = document_bytes(10'000);
  std::string wrong = body;
  wrong.back() = static_cast<char>(wrong.back() ^ 1);
  Script script;
  script.parts.push_back({answer_with(body)});
  for (int i = 0; i < 200; ++i) script.parts.push_back({answer_with(wrong), 0ms, 1, true});
  ScriptedPeer peer(script);
  const LoadResult result = test::load(counted(peer, 161, 1));
  CHECK(failed(result, FailureClass::content) == 10);
}

TEST_CASE("bytes behind a large answer are found, whether it was looked at or dropped") {
  ScriptedPeer peer(answering(answer_with(document_bytes(20'000)) + "JUNK"));
  const LoadResult result = test::load(counted(peer, 40, 1));
  check_identities(result);
  CHECK(result.requests.ok + failed(result, FailureClass::protocol) == 40);
  CHECK(result.requests.ok > 0);
  // Every connection is given up when the bytes are seen: behind its answer or before the next one.
  CHECK(result.connections.opened >= 20);
  CHECK(result.bytes.partial >= 20 * 4);
}

TEST_CASE("a large answer whose end is the end of the connection costs no failure") {
  ScriptedPeer peer(answering(answer_with(document_bytes(20'000)), ScriptEnd::close));
  const LoadResult result = test::load(counted(peer, 40, 1));
  check_identities(result);
  CHECK(result.requests.ok == 40);
  CHECK(result.connections.opened == 40);
}

TEST_CASE("only expected status codes are right") {
  ScriptedPeer peer(answering("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"));
  LoadPlan plan = counted(peer, 3, 1);
  LoadResult result = test::load(plan);
  CHECK(failed(result, FailureClass::status) == 3);
  CHECK(result.status.at(404) == 3);
  plan.expect_status = {404, 410};
  result = test::load(plan);
  CHECK(result.requests.ok == 3);
}

TEST_CASE("HEAD expects no body") {
  ScriptedPeer peer(answering("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n"));
  LoadPlan plan = counted(peer, 3, 1);
  plan.method = "HEAD";
  plan.expect_bytes = Bytes{5000};
  CHECK(test::load(plan).requests.ok == 3);
}

}  // namespace
}  // namespace joust
