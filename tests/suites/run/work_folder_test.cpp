#include "suites/run/work_folder.hpp"

#include <cerrno>
#include <fstream>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/document_bytes.hpp"
#include "base/posix.hpp"
#include "suites/run/site_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace joust::suites {
namespace {

mode_t mode_of(const std::filesystem::path& path) {
  struct stat info {};
  REQUIRE(stat(path.c_str(), &info) == 0);
  return info.st_mode & 0777U;
}

Cell cell_of(std::uint64_t bytes, const char* route) {
  Cell cell;
  cell.document.route = route;
  cell.document.size = Bytes{bytes};
  return cell;
}

}  // namespace

TEST_CASE("the work folder is readable by everybody whatever the umask, and goes with its owner") {
  const mode_t before = umask(0077);
  std::filesystem::path path;
  {
    const WorkFolder work;
    path = work.path();
    CHECK(mode_of(path) == 0755);
    const auto site = work.fresh("site");
    CHECK(mode_of(site) == 0755);
    const std::vector<Cell> cells{cell_of(52, "static"), cell_of(52, "static"),
                                  cell_of(0, "static"), cell_of(99, "hello")};
    write_site_files(site, cells);
    CHECK(mode_of(site / "52.bin") == 0644);
    CHECK(posix::read_file(site / "52.bin") == document_bytes(52));
    CHECK(std::filesystem::file_size(site / "0.bin") == 0);
    CHECK_FALSE(std::filesystem::exists(site / "99.bin"));
  }
  umask(before);
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("a fresh folder has nothing of the last visit in it") {
  const WorkFolder work;
  std::ofstream(work.fresh("server") / "left.pid") << "1";
  CHECK(std::filesystem::is_empty(work.fresh("server")));
}

TEST_CASE("when the runner is killed its work folder goes too") {
  const test::TemporaryFolder notes;
  prctl(PR_SET_CHILD_SUBREAPER, 1);  // the keeper becomes a child of this process
  posix::Pipe pipe = posix::make_pipe();
  const pid_t runner = fork();
  REQUIRE(runner >= 0);
  if (runner == 0) {
    const WorkFolder work;
    std::ofstream(work.fresh("site") / "52.bin") << "x";
    const std::string path = work.path().string();
    [[maybe_unused]] const ssize_t written = write(pipe.write.get(), path.data(), path.size());
    for (;;) pause();
  }
  std::string path(4096, '\0');
  const ssize_t length = read(pipe.read.get(), path.data(), path.size());
  REQUIRE(length > 0);
  path.resize(static_cast<std::size_t>(length));
  CHECK(std::filesystem::exists(path));
  kill(runner, SIGKILL);
  while (wait(nullptr) > 0 || errno == EINTR) {
  }
  prctl(PR_SET_CHILD_SUBREAPER, 0);
  CHECK_FALSE(std::filesystem::exists(path));
}

}  // namespace joust::suites
