#include "tests/conformance/site_fixture.hpp"

#include <fcntl.h>
#include <fstream>
#include <stdexcept>
#include <string>
#include <sys/stat.h>

namespace joust::test {

SiteFixture::SiteFixture() {
  namespace fs = std::filesystem;
  fs::create_directories(folder_ / "root/sub");
  fs::create_directories(folder_ / "root/noindex");
  const auto hello = folder_.write("root/hello.txt", "0123456789");
  folder_.write("root/index.html", "INDEX\n");
  folder_.write("root/empty.bin", "");
  folder_.write("root/a b.txt", "space\n");
  folder_.write("root/mib.bin", std::string(1 << 20, '\0'));
  folder_.write("outside/secret.txt", "TOPSECRET\n");
  folder_.write("root-secret/secret.txt", "TOPSECRET\n");

  const auto big = folder_.write("root/big.bin", "");
  fs::resize_file(big, 3'221'225'471);  // sparse
  std::ofstream(big, std::ios::app) << 'Z';

  fs::create_symlink("../outside/secret.txt", folder_ / "root/link-outside");
  const timespec times[2] = {{1'000'000'000, 0}, {1'000'000'000, 0}};  // 2001-09-09 01:46:40 UTC
  if (mkfifo((folder_ / "root/fifo").c_str(), 0644) != 0 ||
      utimensat(AT_FDCWD, hello.c_str(), times, 0) != 0) {
    throw std::runtime_error("cannot make the document root");
  }
}

}  // namespace joust::test
