#include "servers/beast/file_sender.hpp"

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

#include "base/posix.hpp"
#include "base/unique_fd.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace joust;
using beast::FileSender;
using beast::Sent;

namespace {

constexpr std::size_t turn = joust::site::FileTurns::plain_bytes;

struct Pair {
  Pair() {
    int ends[2];
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
    near.reset(ends[0]);
    far.reset(ends[1]);
    posix::set_nonblocking(near.get());
    posix::set_nonblocking(far.get());
  }
  // All that is there by now.
  std::string take() const {
    std::string text;
    char piece[65536];
    for (ssize_t n = 0; (n = read(far.get(), piece, sizeof piece)) > 0;) {
      text.append(piece, static_cast<std::size_t>(n));
    }
    return text;
  }
  UniqueFd near;
  UniqueFd far;
};

struct File {
  explicit File(const std::string& content)
      : path(folder.write("file", content)), fd(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  site::FileRange range(std::uint64_t offset, std::uint64_t length) const {
    return {nullptr, fd.get(), offset, length};
  }
  test::TemporaryFolder folder;
  std::filesystem::path path;
  UniqueFd fd;
};

std::string letters(std::size_t size) {
  std::string text(size, 'a');
  for (std::size_t i = 0; i < size; ++i) text[i] = static_cast<char>('a' + i % 23);
  return text;
}

}  // namespace

TEST_CASE("a part of a file is sent from its offset, wherever the descriptor stands") {
  const Pair pair;
  const File file("0123456789");
  CHECK(lseek(file.fd.get(), 7, SEEK_SET) == 7);
  FileSender sender(pair.near.get(), file.range(2, 5));
  CHECK(sender.send_some() == Sent::all);
  CHECK(pair.take() == "23456");
}

TEST_CASE("nothing is sent of an empty part") {
  const Pair pair;
  const File file("0123456789");
  FileSender sender(pair.near.get(), file.range(10, 0));
  CHECK(sender.send_some() == Sent::all);
  CHECK(pair.take() == "");
}

TEST_CASE("a large file goes in turns, waiting where the socket is full, and comes whole") {
  const Pair pair;
  const auto content = letters(3 * turn + 17);
  const File file(content);
  FileSender sender(pair.near.get(), file.range(0, content.size()));
  std::string received;
  bool was_blocked = false;
  Sent sent = Sent::part;
  while (sent != Sent::all) {
    sent = sender.send_some();
    REQUIRE(sent != Sent::failed);
    if (sent == Sent::blocked) was_blocked = true;
    if (sent != Sent::part) received += pair.take();
  }
  CHECK((received == content));
  CHECK(was_blocked);
}

TEST_CASE("a file that has shrunk, and a client that is gone, fail") {
  const File file("0123456789");
  {
    const Pair pair;
    FileSender beyond(pair.near.get(), file.range(4, 20));
    CHECK(beyond.send_some() == Sent::failed);
    CHECK(pair.take() == "456789");
  }
  std::signal(SIGPIPE, SIG_IGN);  // as every server does: sendfile has no MSG_NOSIGNAL
  Pair pair;
  pair.far.reset();
  FileSender sender(pair.near.get(), file.range(0, 10));
  CHECK(sender.send_some() == Sent::failed);
}
