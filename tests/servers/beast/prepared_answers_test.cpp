#include "servers/beast/prepared_answers.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

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
  std::size_t kept = 0;
  for (int i = 0; i < 1200; ++i) {
    const auto target = "/" + std::to_string(i);
    answers.keep(target, document(bytes), 1, date);
    if (answers.find(target, 1) != nullptr) kept += bytes->size();
  }
  CHECK(kept > (60U << 20));
  CHECK(kept <= (64U << 20));
  CHECK(answers.find("/0", 1) != nullptr);
}

TEST_CASE("a few answers at the most hold open files") {
  PreparedAnswers answers;
  std::vector<std::weak_ptr<const int>> files;
  for (int i = 0; i < 2000; ++i) {
    const auto file = std::make_shared<const int>(i);
    files.push_back(file);
    site::Response response;
    response.body = site::FileRange{file, 3, 0, 200'000};
    answers.keep("/" + std::to_string(i), response, 1, date);
  }
  const auto held =
      std::count_if(files.begin(), files.end(), [](const auto& file) { return !file.expired(); });
  CHECK(held > 0);
  CHECK(held <= 64);
}

TEST_CASE("bodies that answers only point to count like copied ones") {
  PreparedAnswers answers;
  const std::string bytes(4U << 20, 'x');
  std::vector<std::weak_ptr<const int>> owners;
  for (int i = 0; i < 32; ++i) {
    const auto owner = std::make_shared<const int>(i);
    owners.push_back(owner);
    site::Response response;
    response.content_length = bytes.size();
    response.body = site::PreparedBytes{owner, bytes};
    answers.keep("/" + std::to_string(i), response, 1, date);
  }
  const auto held = std::count_if(owners.begin(), owners.end(),
                                  [](const auto& owner) { return !owner.expired(); });
  CHECK(held > 0);
  CHECK(static_cast<std::size_t>(held) * bytes.size() <= (64U << 20));
}

TEST_CASE("what a past second has left is let go, whatever is asked for next") {
  PreparedAnswers answers;
  const std::weak_ptr<const PreparedAnswer> past =
      answers.keep("/a", document(bytes_of(3)), 1, date);
  CHECK_FALSE(past.expired());
  answers.keep("/b", document(bytes_of(3)), 2, date);
  CHECK(past.expired());
  CHECK(answers.find("/b", 2) != nullptr);
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
