#include "suites/run/preflight.hpp"

#include <string_view>

#include "base/document_bytes.hpp"
#include "tests/support/catch.hpp"

namespace joust::suites {
namespace {

Document static_document(std::uint64_t bytes) {
  Document document;
  document.size = Bytes{bytes};
  return document;
}

client::FetchedAnswer answer(int status, std::string body) {
  client::FetchedAnswer answer;
  answer.status = status;
  answer.body = std::move(body);
  return answer;
}

bool says(const std::vector<std::string>& reasons, std::string_view words) {
  return reasons.size() == 1 && reasons[0].find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("the right answer has nothing against it") {
  CHECK(reasons_against(answer(200, document_bytes(52)), static_document(52)).empty());
}

TEST_CASE("what is wrong with an answer is said: status, length, content") {
  const Document document = static_document(52);
  CHECK(says(reasons_against(answer(404, "not here"), document), "status is 404, expected 200"));
  CHECK(says(reasons_against(answer(200, document_bytes(50)), document), "2 are missing"));
  CHECK(says(reasons_against(answer(200, document_bytes(53)), document), "1 too many"));
  std::string wrong = document_bytes(52);
  wrong[40] = static_cast<char>(~wrong[40]);
  CHECK(says(reasons_against(answer(200, wrong), document), "wrong from byte 40 on"));
}

TEST_CASE("expected bodies follow the route and the method") {
  Document document = static_document(52);
  CHECK(expected_body(document) == document_bytes(52));
  document.method = "HEAD";
  CHECK(expected_body(document) == std::string{});
  document = {};
  document.route = "echo";
  document.method = "POST";
  document.body_size = Bytes{100};
  CHECK(expected_body(document) == document_bytes(100));
  CHECK(request_for(document, "http://x/").body == document_bytes(100));
  document.method = "GET";
  document.body_size = Bytes{0};
  CHECK(expected_body(document) == std::string{});
  document.route = "hello";
  CHECK_FALSE(expected_body(document));
  CHECK(reasons_against(answer(200, "hello"), document).empty());
  CHECK(says(reasons_against(answer(200, ""), document), "empty"));
}

TEST_CASE("a server that nobody runs is a reason, with the address") {
  const Verified verified = verify_document(static_document(52), "http://127.0.0.1:1/52.bin");
  REQUIRE(verified.reasons.size() == 1);
  CHECK(verified.reasons[0].find("GET http://127.0.0.1:1/52.bin: ") == 0);
  CHECK_FALSE(verified.answer);
}

TEST_CASE("headers that come, go or change after the load are named; the date may change") {
  client::FetchedAnswer before;
  before.headers = {{"Date", "yesterday"}, {"Server", "x/1"}, {"ETag", "1"}};
  client::FetchedAnswer after = before;
  after.headers[0].value = "today";
  CHECK(changes_between(before, after).empty());
  after.headers[0].name = "DATE";
  CHECK(changes_between(before, after).empty());
  after.headers[1].value = "x/2";
  CHECK(says(changes_between(before, after), "server was 'x/1' and is 'x/2'"));
  after.headers.pop_back();
  CHECK(changes_between(before, after).size() == 2);
  after = before;
  after.headers.push_back({"X-New", "1"});
  CHECK(says(changes_between(before, after), "x-new is new"));
}

}  // namespace joust::suites
