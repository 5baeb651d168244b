#include "servers/site/listener.hpp"

#include <filesystem>
#include <string>
#include <sys/stat.h>

#include "base/error.hpp"
#include "base/posix.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace joust::site;
using joust::test::TemporaryFolder;

TEST_CASE("threads listen on one port") {
  Options options;
  options.threads = 3;
  const auto listeners = open_listeners(options);
  REQUIRE(listeners.size() == 3);
  const auto port = joust::posix::local_port(listeners[0].get());
  CHECK(port != 0);
  CHECK(joust::posix::local_port(listeners[2].get()) == port);
}

TEST_CASE("threads share the one socket of a path, which goes with the server") {
  const TemporaryFolder folder;
  Options options;
  options.unix_path = folder / "socket";
  options.threads = 2;
  {
    const auto listeners = open_listeners(options);
    const ListeningPath path(options.unix_path);
    REQUIRE(listeners.size() == 2);
    struct stat first {};
    struct stat second {};
    REQUIRE(fstat(listeners[0].get(), &first) == 0);
    REQUIRE(fstat(listeners[1].get(), &second) == 0);
    CHECK(first.st_ino == second.st_ino);
    CHECK(std::filesystem::is_socket(*options.unix_path));
  }
  CHECK_FALSE(std::filesystem::exists(*options.unix_path));
}

TEST_CASE("what is at the path of a Unix socket is left alone") {
  const TemporaryFolder folder;
  Options options;
  options.unix_path = folder.write("precious", "x");
  std::string complaint;
  try {
    open_listeners(options);
  } catch (const joust::Error& error) {
    complaint = error.what();
  }
  CHECK(complaint.find(options.unix_path->string()) != std::string::npos);
  CHECK(std::filesystem::file_size(*options.unix_path) == 1);
}
