#include "servers/beast/prepared_answers.hpp"

#include <memory>
#include <string>

#include "tests/support/catch.hpp"

using namespace joust::beast;
namespace site = joust::site;

namespace {

constexpr std::string_view date = "Sun, 06 Nov 1994 08:49:37 GMT";

site::Request get(std::string_view target) {
  site::Request request;
  request.method = "GET";
  request.target = target;
  request.hosts = 1;
  return request;
}

site::Response document(const std::shared_ptr<const std::string>& bytes) {
  site::Response response;
  response.content_type = "text/plain";
  response.content_length = bytes->size();
  response.body = site::PreparedBytes{bytes, *bytes};
  return response;
}

std::shared_ptr<const std::string> bytes_of(std::size_t size) {
  return std::make_shared<const std::string>(size, 'x');
}

}  // namespace

TEST_CASE("a document is kept with its head, for the second it was asked in") {
  PreparedAnswers answers;
  CHECK(answers.find("/a", 1) == nullptr);
  const auto kept = answers.keep("/a", document(bytes_of(3)), 1, date);
  REQUIRE(kept != nullptr);
  CHECK(kept->text ==
        "HTTP/1.1 200 OK\r\nServer: joust\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
        "Content-Type: text/plain\r\nContent-Length: 3\r\n\r\nxxx");
  CHECK(answers.find("/a", 1) == kept);
  CHECK(answers.find("/a", 2) == nullptr);
  CHECK(answers.find("/b", 1) == nullptr);
}

TEST_CASE("a new version of a document replaces the old one, which those who send it keep") {
  PreparedAnswers answers;
  const auto before = answers.keep("/a", document(bytes_of(3)), 1, date);
  const auto after = answers.keep("/a", document(bytes_of(4)), 2, date);
  CHECK(answers.find("/a", 2) == after);
  CHECK(before->text.ends_with("\r\n\r\nxxx"));
  CHECK(after->text.ends_with("\r\n\r\nxxxx"));
}

TEST_CASE("a larger body stays where it is, kept alive") {
  PreparedAnswers answers;
  auto bytes = bytes_of(PreparedAnswers::small_body + 1);
  const std::weak_ptr<const std::string> watched = bytes;
  const auto kept = answers.keep("/a", document(bytes), 1, date);
  bytes.reset();
  CHECK(kept->text.ends_with("\r\n\r\n"));
  REQUIRE(std::holds_alternative<site::PreparedBytes>(kept->rest));
  CHECK_FALSE(watched.expired());
  CHECK(std::get<site::PreparedBytes>(kept->rest).bytes.size() == PreparedAnswers::small_body + 1);

  site::Response file;
  file.body = site::FileRange{watched.lock(), 3, 0, 9};
  CHECK(std::holds_alternative<site::FileRange>(answers.keep("/f", file, 1, date)->rest));
}

TEST_CASE("what is made for one request is not kept") {
  PreparedAnswers answers;
  site::Response page;
  page.body = std::string("hello");
  CHECK(answers.keep("/hello", page, 1, date) == nullptr);
  auto other_status = document(bytes_of(3));
  other_status.status = 206;
  CHECK(answers.keep("/a", other_status, 1, date) == nullptr);
  auto last = document(bytes_of(3));
  last.close = true;
  CHECK(answers.keep("/a", last, 1, date) == nullptr);
  CHECK(answers.keep("/a?1", document(bytes_of(3)), 1, date) == nullptr);
  CHECK(answers.keep("/%61", document(bytes_of(3)), 1, date) == nullptr);
  CHECK(answers.keep("/" + std::string(256, 'a'), document(bytes_of(3)), 1, date) == nullptr);
}

TEST_CASE("many documents do not grow without bound") {
  PreparedAnswers answers;
  const auto bytes = bytes_of(60'000);
  std::weak_ptr<const PreparedAnswer> first = answers.keep("/0", document(bytes), 1, date);
  for (int i = 1; i < 1200; ++i) answers.keep("/" + std::to_string(i), document(bytes), 1, date);
  CHECK(first.expired());
  CHECK(answers.find("/1199", 1) != nullptr);
}

TEST_CASE("only a plain GET may have a prepared answer") {
  CHECK(PreparedAnswers::is_plain(get("/a")));
  auto request = get("/a");
  request.method = "HEAD";
  CHECK_FALSE(PreparedAnswers::is_plain(request));
  request = get("/a");
  request.minor_version = 0;
  CHECK_FALSE(PreparedAnswers::is_plain(request));
  request = get("/a");
  request.close_asked = true;
  CHECK_FALSE(PreparedAnswers::is_plain(request));
  request = get("/a");
  request.hosts = 2;
  CHECK_FALSE(PreparedAnswers::is_plain(request));
  for (const auto* name : {"Range", "If-Match", "If-Unmodified-Since", "If-None-Match",
                           "If-Modified-Since", "Transfer-Encoding"}) {
    request = get("/a");
    site::take_field(request, name, "x");
    INFO(name);
    CHECK_FALSE(PreparedAnswers::is_plain(request));
  }
}
