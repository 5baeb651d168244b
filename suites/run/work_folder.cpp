#include "suites/run/work_folder.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

#include "base/error.hpp"
#include "base/posix.hpp"
#include "suites/run/detach.hpp"

namespace joust::suites {
namespace {

namespace fs = std::filesystem;

// Servers of a killed runner may still write below the folder until their guards have ended them.
void remove_persistently(const fs::path& folder) {
  for (int tries = 0; tries < 100; ++tries) {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    if (!fs::exists(folder, ignored)) return;
    std::this_thread::sleep_for(std::chrono::milliseconds{100});
  }
}

[[noreturn]] void keep(int channel, const fs::path& folder) {
  detach_from_runner("joust's keeper", {channel});
  char nothing = 0;
  while (read(first_kept_fd, &nothing, 1) < 0 && errno == EINTR) {
  }
  remove_persistently(folder);
  _exit(0);
}

void open_to_all(const fs::path& folder) {
  // Whatever the umask: nginx's workers, for one, are not the user who starts them.
  if (chmod(folder.c_str(), 0755) != 0) {
    throw os_error(errno, fmt::format("make '{}' readable", folder.string()));
  }
}

}  // namespace

WorkFolder::WorkFolder() {
  std::error_code none;
  fs::path parent = fs::temp_directory_path(none);
  if (none) parent = "/tmp";
  std::string pattern = (parent / "joust-run-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    throw os_error(errno, fmt::format("make a temporary folder '{}'", pattern));
  }
  path_ = pattern;
  open_to_all(path_);

  posix::Pipe pipe = posix::make_pipe();
  keeper_ = fork();
  if (keeper_ < 0) throw os_error(errno, "fork a keeper of the temporary folder");
  if (keeper_ == 0) keep(pipe.read.get(), path_);
  channel_ = std::move(pipe.write);
}

WorkFolder::~WorkFolder() {
  channel_.reset();  // the keeper removes the folder, and nothing is left when this returns
  while (waitpid(keeper_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

fs::path WorkFolder::fresh(const char* name) const {
  const fs::path folder = path_ / name;
  std::error_code problem;
  fs::remove_all(folder, problem);
  if (!problem) fs::create_directory(folder, problem);
  if (problem) {
    throw machine_error("make '{}': {}", folder.string(), problem.message());
  }
  open_to_all(folder);
  return folder;
}

}  // namespace joust::suites
