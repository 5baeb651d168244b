#include "servers/site/open_beneath.hpp"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>

#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace joust::site;
using joust::UniqueFd;

namespace {

struct Tree {
  Tree() {
    folder.write("root/sub/file.txt", "inside");
    folder.write("outside/secret.txt", "secret");
    std::filesystem::create_symlink("sub/file.txt", folder / "root/inside-link");
    std::filesystem::create_symlink("../outside/secret.txt", folder / "root/outside-link");
    std::filesystem::create_symlink(folder / "outside", folder / "root/outside-folder");
    REQUIRE(mkfifo((folder / "root/fifo").c_str(), 0644) == 0);
    root.reset(open((folder / "root").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    REQUIRE(root);
  }
  joust::test::TemporaryFolder folder;
  UniqueFd root;
};

}  // namespace

TEST_CASE("files below the folder are opened, nothing above it is") {
  const Tree tree;
  for (auto* open_file : {&open_beneath, &open_beneath_without_links}) {
    const auto opens = [&](const char* path) { return bool(open_file(tree.root.get(), path).fd); };
    CHECK(opens("/sub/file.txt"));
    CHECK(opens("//sub///file.txt"));
    CHECK(opens("/"));
    CHECK_FALSE(opens("/sub/missing"));
    CHECK_FALSE(opens("/sub/file.txt/"));
    CHECK_FALSE(opens("/../outside/secret.txt"));
    CHECK_FALSE(opens("/sub/../../outside/secret.txt"));
    CHECK_FALSE(opens("/outside-link"));
    CHECK_FALSE(opens("/outside-folder/secret.txt"));
    CHECK(open_file(tree.root.get(), ("/" + std::string(300, 'n')).c_str()).error == ENAMETOOLONG);
  }
}

TEST_CASE("links inside the folder are followed only where the kernel keeps them there") {
  const Tree tree;
  CHECK(open_beneath_without_links(tree.root.get(), "/inside-link").error == ELOOP);
  const auto followed = open_beneath(tree.root.get(), "/inside-link");
  CHECK((followed.fd || followed.error == ELOOP));
}

TEST_CASE("a FIFO is opened without waiting for its writer") {
  const Tree tree;
  const auto fifo = open_beneath(tree.root.get(), "/fifo");
  REQUIRE(fifo.fd);
  CHECK(S_ISFIFO(fifo.status.st_mode));
}
