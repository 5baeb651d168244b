#include "servers/null/answers.hpp"

#include <filesystem>
#include <sys/stat.h>

#include "base/document_bytes.hpp"
#include "base/error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace joust::null_server;
using joust::test::TemporaryFolder;

namespace {

RequestHead asking_for(std::string_view target, Connection connection = Connection::keep) {
  RequestHead head;
  head.state = RequestHead::State::complete;
  head.target = target;
  head.connection = connection;
  return head;
}

}  // namespace

TEST_CASE("an answer is a head with the comparable fields, and the body") {
  const TemporaryFolder folder;
  Options options;
  options.serve.emplace_back("/x", folder.write("file", "content"));
  const auto documents = load_documents(options);
  Answers answers(documents);
  auto& answer = answers.answer_to(asking_for("/x"));
  answers.refresh(answer, 784111777);
  CHECK(answer.bytes ==
        "HTTP/1.1 200 OK\r\nServer: joust\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
        "Content-Type: application/octet-stream\r\nContent-Length: 7\r\n\r\ncontent");
  CHECK(answer.bytes.substr(answer.head_size) == "content");
  answers.refresh(answer, 784111778);
  CHECK(answer.bytes.find("08:49:38 GMT\r\n") != std::string::npos);
  CHECK_FALSE(answer.close);

  CHECK(&answers.answer_to(asking_for("/x")) == &answer);
  auto& last = answers.answer_to(asking_for("/x", Connection::close));
  CHECK(last.close);
  CHECK(last.bytes.find("\r\nConnection: close\r\n") != std::string::npos);
  auto& kept = answers.answer_to(asking_for("/x", Connection::keep_http10));
  CHECK(kept.bytes.find("\r\nConnection: keep-alive\r\n") != std::string::npos);
}

TEST_CASE("every regular file below the root has an answer, large ones in two pieces") {
  const TemporaryFolder folder;
  folder.write("a.bin", "a");
  folder.write("empty", "");
  folder.write("sub/large", std::string(Answers::joined_limit + 1, 'x'));
  REQUIRE(mkfifo((folder / "fifo").c_str(), 0644) == 0);
  std::filesystem::create_symlink("/etc/passwd", folder / "link");
  Options options;
  options.root = folder.path();
  const auto documents = load_documents(options);
  CHECK(documents.size() == 3);
  Answers answers(documents);
  CHECK(answers.answer_to(asking_for("/a.bin")).bytes.ends_with("\r\n\r\na"));
  CHECK(answers.answer_to(asking_for("/empty")).bytes.ends_with("Content-Length: 0\r\n\r\n"));
  const auto& large = answers.answer_to(asking_for("/sub/large"));
  CHECK(large.bytes.size() == large.head_size);
  CHECK(large.rest.size() == Answers::joined_limit + 1);
  for (const char* target : {"/link", "/fifo", "/a.bin?x", "//a.bin", "/sub", "/"}) {
    CAPTURE(target);
    CHECK(answers.answer_to(asking_for(target)).bytes.starts_with("HTTP/1.1 404 "));
  }
}

TEST_CASE("bytes are made on first use") {
  const Documents none;
  Answers answers(none);
  auto& answer = answers.answer_to(asking_for("/bytes/1000"));
  CHECK(answer.bytes.substr(answer.head_size) == joust::document_bytes(1000));
  CHECK(&answers.answer_to(asking_for("/bytes/1000")) == &answer);
  for (const char* target : {"/bytes/", "/bytes/x", "/bytes/99999999999", "/bytes/1/"}) {
    CAPTURE(target);
    CHECK(answers.answer_to(asking_for(target)).bytes.starts_with("HTTP/1.1 404 "));
  }
}

TEST_CASE("a missing file or root is named") {
  Options options;
  options.serve.emplace_back("/x", "/nonexistent/file");
  try {
    load_documents(options);
    FAIL("accepted");
  } catch (const joust::Error& error) {
    CHECK(std::string(error.what()).find("/nonexistent/file") != std::string::npos);
  }
  Options no_root;
  no_root.root = "/nonexistent/root";
  try {
    load_documents(no_root);
    FAIL("accepted");
  } catch (const joust::Error& error) {
    CHECK(std::string(error.what()).find("/nonexistent/root") != std::string::npos);
  }
}
