#include "servers/site/respond.hpp"

#include <filesystem>
#include <initializer_list>
#include <map>
#include <sys/stat.h>
#include <utility>

#include "base/document_bytes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace joust::site;
using joust::test::TemporaryFolder;

namespace {

constexpr std::time_t modified = 1'000'000'000;  // Sun, 09 Sep 2001 01:46:40 GMT
constexpr const char* modified_text = "Sun, 09 Sep 2001 01:46:40 GMT";

using Fields = std::initializer_list<std::pair<std::string_view, std::string_view>>;

struct Fixture {
  Fixture() : site(prepared()) {}

  std::filesystem::path prepared() {
    folder.write("hello.txt", "0123456789");
    folder.write("empty.bin", "");
    folder.write("sub/index.html", "index");
    folder.write("large.bin", std::string(Documents::memory_limit + 1, 'x'));
    const timespec times[2] = {{modified, 0}, {modified, 0}};
    REQUIRE(utimensat(-1, (folder / "hello.txt").c_str(), times, 0) == 0);
    return folder.path();
  }

  Response ask(std::string_view method, std::string_view target, Fields fields = {},
               std::uint64_t body_length = 0) {
    Request request;
    request.method = method;
    request.target = target;
    take_field(request, "Host", "localhost");
    for (const auto& [name, value] : fields) take_field(request, name, value);
    return respond(request, body_length, site, 1);
  }

  TemporaryFolder folder;
  Site site;
};

std::map<std::string, std::string> fields_of(const Response& response) {
  std::map<std::string, std::string> fields;
  for_each_field(response, "now", [&](const char* name, std::string_view value) {
    CHECK(value.data()[value.size()] == '\0');
    CHECK(fields.emplace(name, value).second);
  });
  return fields;
}

std::string text_of(const Response& response) {
  if (const auto* text = std::get_if<std::string>(&response.body)) return *text;
  if (const auto* bytes = std::get_if<PreparedBytes>(&response.body))
    return std::string(bytes->bytes);
  return "?";
}

}  // namespace

TEST_CASE("a file is answered with its bytes and validators") {
  Fixture site;
  const auto response = site.ask("GET", "/hello.txt");
  CHECK(response.status == 200);
  CHECK(text_of(response) == "0123456789");
  CHECK_FALSE(response.close);
  const auto fields = fields_of(response);
  CHECK(fields.at("Server") == "joust");
  CHECK(fields.at("Date") == "now");
  CHECK(fields.at("Content-Type") == "text/plain");
  CHECK(fields.at("Content-Length") == "10");
  CHECK(fields.at("Last-Modified") == modified_text);
  CHECK(fields.at("Accept-Ranges") == "bytes");
  CHECK(fields.size() == 7);
}

TEST_CASE("HEAD has the fields of GET and no body") {
  Fixture site;
  const auto response = site.ask("HEAD", "/hello.txt");
  CHECK(response.status == 200);
  CHECK_FALSE(response.send_body);
  CHECK(fields_of(response) == fields_of(site.ask("GET", "/hello.txt")));
}

TEST_CASE("a large file is answered from its descriptor") {
  Fixture site;
  const auto response = site.ask("GET", "/large.bin", {{"Range", "bytes=5-9"}});
  CHECK(response.status == 206);
  const auto& part = std::get<FileRange>(response.body);
  CHECK(part.fd >= 0);
  CHECK(part.offset == 5);
  CHECK(part.length == 5);
}

TEST_CASE("one range is served, several are the whole file, none beyond the end") {
  Fixture site;
  const auto part = site.ask("GET", "/hello.txt", {{"Range", "bytes=-3"}});
  CHECK(part.status == 206);
  CHECK(text_of(part) == "789");
  CHECK(fields_of(part).at("Content-Range") == "bytes 7-9/10");
  CHECK(fields_of(part).at("Content-Length") == "3");
  CHECK(site.ask("GET", "/hello.txt", {{"Range", "bytes=0-0,-1"}}).status == 200);
  const auto beyond = site.ask("GET", "/hello.txt", {{"Range", "bytes=10-"}});
  CHECK(beyond.status == 416);
  CHECK(fields_of(beyond).at("Content-Range") == "bytes */10");
  CHECK(site.ask("GET", "/empty.bin", {{"Range", "bytes=0-0"}}).status == 416);
  CHECK(site.ask("HEAD", "/hello.txt", {{"Range", "bytes=0-0"}}).status == 200);
}

TEST_CASE("If-Range with another version means the whole file") {
  Fixture site;
  const auto etag = fields_of(site.ask("GET", "/hello.txt")).at("ETag");
  const auto status = [&](std::string_view condition) {
    return site.ask("GET", "/hello.txt", {{"Range", "bytes=0-0"}, {"If-Range", condition}}).status;
  };
  CHECK(status(etag) == 206);
  CHECK(status(modified_text) == 206);
  CHECK(status("\"other\"") == 200);
  CHECK(status("W/" + etag) == 200);
  CHECK(status("Sun, 09 Sep 2001 01:46:41 GMT") == 200);
}

TEST_CASE("an unchanged file is not sent again") {
  Fixture site;
  const auto etag = fields_of(site.ask("GET", "/hello.txt")).at("ETag");
  const auto status = [&](Fields fields) { return site.ask("GET", "/hello.txt", fields).status; };
  CHECK(status({{"If-Modified-Since", modified_text}}) == 304);
  CHECK(status({{"If-Modified-Since", "Sun, 09 Sep 2001 01:46:41 GMT"}}) == 304);
  CHECK(status({{"If-Modified-Since", "Sun, 09 Sep 2001 01:46:39 GMT"}}) == 200);
  CHECK(status({{"If-Modified-Since", "yesterday"}}) == 200);
  CHECK(status({{"If-None-Match", etag}}) == 304);
  CHECK(status({{"If-None-Match", "\"x\", W/" + etag}}) == 304);
  CHECK(status({{"If-None-Match", "*"}}) == 304);
  CHECK(status({{"If-None-Match", "\"x\""}, {"If-Modified-Since", modified_text}}) == 200);

  const auto response = site.ask("GET", "/hello.txt", {{"If-None-Match", etag}});
  CHECK_FALSE(response.send_body);
  CHECK(fields_of(response).count("Content-Length") == 0);
  CHECK(fields_of(response).at("ETag") == etag);
}

TEST_CASE("preconditions are looked at in the order of RFC 9110") {
  Fixture site;
  const auto etag = fields_of(site.ask("GET", "/hello.txt")).at("ETag");
  const std::string_view before = "Sun, 09 Sep 2001 01:46:39 GMT";
  const auto status = [&](Fields fields) { return site.ask("GET", "/hello.txt", fields).status; };
  CHECK(status({{"If-Match", etag}}) == 200);
  CHECK(status({{"If-Match", "\"x\" , " + etag}}) == 200);
  CHECK(status({{"If-Match", "*"}}) == 200);
  CHECK(status({{"If-Match", "\"x\""}}) == 412);
  CHECK(status({{"If-Match", "W/" + etag}}) == 412);
  CHECK(status({{"If-Match", ""}}) == 412);
  CHECK(status({{"If-Unmodified-Since", modified_text}}) == 200);
  CHECK(status({{"If-Unmodified-Since", before}}) == 412);
  CHECK(status({{"If-Unmodified-Since", "yesterday"}}) == 200);
  // If-Match decides alone; both come before the conditions that answer 304, and those before
  // Range.
  CHECK(status({{"If-Match", etag}, {"If-Unmodified-Since", before}}) == 200);
  CHECK(status({{"If-Match", "\"x\""}, {"If-None-Match", etag}}) == 412);
  CHECK(status({{"If-Match", etag}, {"If-None-Match", etag}}) == 304);
  CHECK(status({{"If-Unmodified-Since", before}, {"If-Modified-Since", modified_text}}) == 412);
  CHECK(status({{"If-None-Match", etag}, {"Range", "bytes=99-"}}) == 304);
  CHECK(status({{"If-Match", "\"x\""}, {"Range", "bytes=0-0"}}) == 412);
  CHECK(status({{"If-Match", etag}, {"Range", "bytes=0-0"}}) == 206);
  // No file, no condition of it.
  CHECK(site.ask("GET", "/missing", {{"If-Match", "*"}}).status == 404);
  CHECK(site.ask("POST", "/hello.txt", {{"If-Match", "\"x\""}}).status == 405);

  const auto failed = site.ask("HEAD", "/hello.txt", {{"If-Match", "\"x\""}});
  CHECK(failed.status == 412);
  CHECK(fields_of(failed).at("ETag") == etag);
  CHECK_FALSE(failed.close);
}

TEST_CASE("several lines of a list are one list") {
  Fixture site;
  const std::string etag = site.ask("GET", "/hello.txt").document->etag;
  const auto status = [&](Fields fields) { return site.ask("GET", "/hello.txt", fields).status; };
  CHECK(status({{"If-None-Match", etag}, {"If-None-Match", "\"x\""}}) == 304);
  CHECK(status({{"If-None-Match", "\"x\""}, {"If-None-Match", "\"y\", " + etag}}) == 304);
  CHECK(status({{"If-None-Match", "\"x\""}, {"If-None-Match", "\"y\""}}) == 200);
  CHECK(status({{"If-Match", etag}, {"If-Match", "\"x\""}, {"If-Match", "\"y\""}}) == 200);
  CHECK(status({{"If-Match", "\"x\""}, {"If-Match", etag}}) == 200);
  CHECK(status({{"If-Match", "\"x\""}, {"If-Match", "\"y\""}}) == 412);
}

TEST_CASE("letters' case counts in a tag") {
  Fixture site;
  site.folder.write("tag.txt", "x");
  auto etag = fields_of(site.ask("GET", "/tag.txt")).at("ETag");
  auto upper = etag;
  for (auto& c : upper) c = c >= 'a' && c <= 'f' ? static_cast<char>(c - 32) : c;
  if (upper != etag) {
    CHECK(site.ask("GET", "/tag.txt", {{"If-None-Match", upper}}).status == 200);
  }
  CHECK(site.ask("GET", "/tag.txt", {{"If-None-Match", etag}}).status == 304);
}

TEST_CASE("a file of more than 2 GiB is one like others") {
  Fixture site;
  std::filesystem::resize_file(site.folder.write("huge.bin", "x"), 3'221'225'472);
  CHECK(site.ask("GET", "/huge.bin").content_length == 3'221'225'472);
  const auto last = site.ask("GET", "/huge.bin", {{"Range", "bytes=-1"}});
  CHECK(fields_of(last).at("Content-Range") == "bytes 3221225471-3221225471/3221225472");
  CHECK(std::get<FileRange>(last.body).offset == 3'221'225'471);
  CHECK(site.ask("GET", "/empty.bin").content_length == 0);
}

TEST_CASE("folders lead to their index, and never to another host") {
  Fixture site;
  CHECK(text_of(site.ask("GET", "/sub/")) == "index");
  CHECK(fields_of(site.ask("GET", "/sub?x")).at("Location") == "/sub/");
  CHECK(fields_of(site.ask("GET", "//sub")).at("Location") == "/sub/");
  CHECK(site.ask("GET", "/").status == 404);
}

TEST_CASE("bytes of the size asked for") {
  Fixture site;
  CHECK(text_of(site.ask("GET", "/bytes/1000")) == joust::document_bytes(1000));
  CHECK(text_of(site.ask("GET", "/bytes/0")).empty());
  for (const char* target : {"/bytes/", "/bytes/x", "/bytes/-1", "/bytes/1x",
                             "/bytes/99999999999999999999", "/bytes/67108865"}) {
    CAPTURE(target);
    CHECK(site.ask("GET", target).status == 404);
  }
}

TEST_CASE("echo gives an upload back and GET nothing") {
  Fixture site;
  for (const char* method : {"POST", "PUT"}) {
    const auto response = site.ask(method, "/echo", {}, 7);
    CHECK(response.status == 200);
    CHECK(std::get<RequestBody>(response.body).length == 7);
    CHECK(response.content_length == 7);
  }
  CHECK(site.ask("GET", "/echo").content_length == 0);
  CHECK(fields_of(site.ask("DELETE", "/echo")).at("Allow") == "GET, HEAD, POST, PUT");
}

TEST_CASE("only uploads to echo are echoed") {
  const auto echoed = [](std::string_view method, std::string_view target) {
    Request request;
    request.method = method;
    request.target = target;
    return echoes(request);
  };
  CHECK(echoed("POST", "/echo"));
  CHECK(echoed("PUT", "/echo?x"));
  CHECK(echoed("POST", "http://a/%65cho"));
  CHECK_FALSE(echoed("GET", "/echo"));
  CHECK_FALSE(echoed("DELETE", "/echo"));
  CHECK_FALSE(echoed("POST", "/echo/"));
  CHECK_FALSE(echoed("POST", "/%"));
}

TEST_CASE("hello is the same page every time") {
  Fixture site;
  const auto page = text_of(site.ask("GET", "/hello"));
  CHECK(page.find("Hello from /hello") != std::string::npos);
  CHECK(text_of(site.ask("GET", "/hello")) == page);
}

TEST_CASE("methods are refused with what is allowed, unknown ones as not implemented") {
  Fixture site;
  CHECK(fields_of(site.ask("POST", "/hello.txt")).at("Allow") == "GET, HEAD");
  CHECK(site.ask("POST", "/hello").status == 405);
  CHECK(site.ask("POST", "/bytes/5").status == 405);
  CHECK(site.ask("OPTIONS", "*").status == 405);
  CHECK(site.ask("BREW", "/hello.txt").status == 501);
  CHECK(site.ask("get", "/hello.txt").status == 501);
}

TEST_CASE("a request that must be refused closes the connection") {
  Fixture site;
  const auto response = site.ask("GET", "/hello.txt", {{"Host", "again"}});
  CHECK(response.status == 400);
  CHECK(response.close);
  CHECK(site.ask("GET", "/hello.txt", {{"Connection", "close"}}).close);
  CHECK(site.ask("GET", "/100%.txt").status == 400);
  CHECK_FALSE(site.ask("GET", "/100%.txt").close);
}
