#include "servers/site/documents.hpp"

#include <cerrno>
#include <filesystem>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "base/document_bytes.hpp"
#include "base/error.hpp"
#include "base/unique_fd.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace joust::site;
using joust::test::TemporaryFolder;

namespace {

std::shared_ptr<const Document> found(const Lookup& lookup) {
  REQUIRE(std::holds_alternative<std::shared_ptr<const Document>>(lookup));
  return std::get<std::shared_ptr<const Document>>(lookup);
}

NoDocument reason(const Lookup& lookup) {
  REQUIRE(std::holds_alternative<NoDocument>(lookup));
  return std::get<NoDocument>(lookup);
}

}  // namespace

TEST_CASE("small files are kept in memory, large ones open") {
  const TemporaryFolder folder;
  folder.write("small.html", "<p>");
  folder.write("limit", std::string(Documents::memory_limit, 'x'));
  folder.write("large", std::string(Documents::memory_limit + 1, 'x'));
  Documents documents(folder.path());

  const auto small = found(documents.find("/small.html", 1));
  CHECK(small->bytes == "<p>");
  CHECK(small->size == 3);
  CHECK(small->media_type == "text/html");
  CHECK(small->last_modified.ends_with(" GMT"));
  CHECK(found(documents.find("/limit", 1))->in_memory());
  const auto large = found(documents.find("/large", 1));
  CHECK_FALSE(large->in_memory());
  CHECK(large->size == Documents::memory_limit + 1);
}

TEST_CASE("a document is compared with the disk when the second changes") {
  const TemporaryFolder folder;
  folder.write("a.txt", "one");
  Documents documents(folder.path());
  const auto first = found(documents.find("/a.txt", 100));
  folder.write("a.txt", "other");
  CHECK(found(documents.find("/a.txt", 100)) == first);
  const auto second = found(documents.find("/a.txt", 101));
  CHECK(second->bytes == "other");
  CHECK(second->etag != first->etag);
  CHECK(first->bytes == "one");
  CHECK(found(documents.find("/a.txt", 102)) == second);
  std::filesystem::remove(folder / "a.txt");
  CHECK(reason(documents.find("/a.txt", 103)) == NoDocument::not_found);
}

TEST_CASE("what is no regular file has a reason") {
  const TemporaryFolder folder;
  folder.write("sub/index.html", "index");
  folder.write("empty/x", "");
  REQUIRE(mkfifo((folder / "fifo").c_str(), 0644) == 0);
  Documents documents(folder.path());
  CHECK(found(documents.find("/sub/", 1))->bytes == "index");
  CHECK(found(documents.find("/sub/", 1))->media_type == "text/html");
  CHECK(found(documents.find("/empty/x", 1))->size == 0);
  CHECK(reason(documents.find("/sub", 1)) == NoDocument::is_folder);
  CHECK(reason(documents.find("/empty/", 1)) == NoDocument::not_found);
  CHECK(reason(documents.find("/missing", 1)) == NoDocument::not_found);
  CHECK(reason(documents.find("/fifo", 1)) == NoDocument::forbidden);
  CHECK(reason(documents.find("/" + std::string(300, 'n'), 1)) == NoDocument::not_found);
}

TEST_CASE("an unreadable file is forbidden, a lack of descriptors passes") {
  CHECK(no_document_for(EACCES) == NoDocument::forbidden);
  CHECK(no_document_for(EXDEV) == NoDocument::not_found);
  CHECK(no_document_for(EMFILE) == NoDocument::unavailable);
  CHECK(no_document_for(EIO) == NoDocument::failed);
  if (geteuid() == 0) return;  // root reads everything
  const TemporaryFolder folder;
  folder.write("secret", "x");
  REQUIRE(chmod((folder / "secret").c_str(), 0) == 0);
  Documents documents(folder.path());
  CHECK(reason(documents.find("/secret", 1)) == NoDocument::forbidden);
}

TEST_CASE("a root that is not a folder is the user's mistake, no root has no documents") {
  const TemporaryFolder folder;
  const auto file = folder.write("file", "x");
  for (const auto& root : {file, folder / "missing"}) {
    try {
      Documents documents(root);
      FAIL("accepted " << root);
    } catch (const joust::Error& error) {
      CHECK(error.kind() == joust::ErrorKind::user_input);
      CHECK(std::string(error.what()).find(root.string()) != std::string::npos);
    }
  }
  Documents none(std::nullopt);
  CHECK(reason(none.find("/", 1)) == NoDocument::not_found);
}

TEST_CASE("the cache forgets rather than grow without bound") {
  const TemporaryFolder folder;
  for (int i = 0; i < 130; ++i) {
    folder.write("large" + std::to_string(i), "");
    std::filesystem::resize_file(folder / ("large" + std::to_string(i)),
                                 Documents::memory_limit + 1);
  }
  Documents documents(folder.path());
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 130; ++i) {
      CHECK_FALSE(found(documents.find("/large" + std::to_string(i), 1))->in_memory());
    }
  }
  const auto open_files = std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                                        std::filesystem::directory_iterator());
  CHECK(open_files < 150);
}

TEST_CASE("what is cached gives its descriptors up to what is asked for") {
  const TemporaryFolder folder;
  const std::string large(Documents::memory_limit + 1, 'x');
  folder.write("large", large);
  folder.write("other", large);
  folder.write("small", "x");
  Documents documents(folder.path());
  const auto held = found(documents.find("/large", 1));
  found(documents.find("/other", 1));

  rlimit limit{};
  REQUIRE(getrlimit(RLIMIT_NOFILE, &limit) == 0);
  const rlimit few{64, limit.rlim_max};
  REQUIRE(setrlimit(RLIMIT_NOFILE, &few) == 0);
  std::vector<joust::UniqueFd> taken;
  for (;;) {
    joust::UniqueFd fd(dup(STDIN_FILENO));
    if (!fd) break;
    taken.push_back(std::move(fd));
  }
  const int why_no_more = errno;
  const Lookup small = documents.find("/small", 1);
  const Lookup large_again = documents.find("/large", 1);
  const Lookup one_too_many = documents.find("/other", 1);
  taken.clear();
  REQUIRE(setrlimit(RLIMIT_NOFILE, &limit) == 0);

  CHECK(why_no_more == EMFILE);
  CHECK(found(small)->bytes == "x");
  CHECK(found(large_again) != held);
  CHECK(reason(one_too_many) == NoDocument::unavailable);
  CHECK(found(documents.find("/other", 1))->size == large.size());
}

TEST_CASE("bytes of any size are a prefix of one stream") {
  ByteDocuments documents;
  const auto small = documents.of_size(5);
  const auto large = documents.of_size(100'000);
  CHECK(documents.of_size(0).bytes.empty());
  CHECK(small.bytes == joust::document_bytes(5));
  CHECK(large.bytes == joust::document_bytes(100'000));
  CHECK(large.bytes.substr(0, 5) == small.bytes);
}
