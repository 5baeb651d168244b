#include "suites/catalogue/command_output.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.hpp"
#include "base/posix.hpp"

namespace joust::suites {
namespace {

// A regular expression will walk over it, and std::regex recurses by the character.
constexpr std::size_t most_output = 8192;

/// A child in a process group of its own; whatever is left of the group is killed with it.
class Child {
 public:
  explicit Child(pid_t pid) : pid_(pid) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    kill(-pid_, SIGKILL);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }

 private:
  pid_t pid_;
};

class SpawnSettings {
 public:
  explicit SpawnSettings(int output_fd) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, output_fd, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, output_fd, STDERR_FILENO);
    posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

std::optional<pid_t> spawn(const std::filesystem::path& executable,
                           const std::vector<std::string>& arguments, int output_fd) {
  std::vector<std::string> words{executable.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const SpawnSettings settings(output_fd);
  pid_t pid = 0;
  const int problem = posix_spawn(&pid, executable.c_str(), settings.actions(),
                                  settings.attributes(), argv.data(), environ);
  return problem == 0 ? std::optional(pid) : std::nullopt;
}

std::optional<std::string> read_until(int fd, std::int64_t deadline_ns) {
  std::string text;
  while (true) {
    const std::int64_t left_ms = (deadline_ns - monotonic_ns()) / 1'000'000;
    if (left_ms <= 0) return std::nullopt;
    pollfd waiting{fd, POLLIN, 0};
    const int ready = poll(&waiting, 1, static_cast<int>(std::min<std::int64_t>(left_ms, 1000)));
    if (ready < 0 && errno != EINTR) return std::nullopt;
    if (ready <= 0) continue;
    std::array<char, 4096> chunk{};
    const ssize_t got = read(fd, chunk.data(), chunk.size());
    if (got < 0 && errno != EINTR) return std::nullopt;
    if (got == 0 || text.size() > most_output) return text;
    if (got > 0) text.append(chunk.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace

std::optional<std::string> output_of(const std::filesystem::path& executable,
                                     const std::vector<std::string>& arguments,
                                     Nanoseconds timeout) {
  const std::int64_t deadline_ns = monotonic_ns() + timeout.count();
  posix::Pipe pipe = posix::make_pipe();
  const auto pid = spawn(executable, arguments, pipe.write.get());
  if (!pid) return std::nullopt;
  const Child child(*pid);
  pipe.write.reset();
  return read_until(pipe.read.get(), deadline_ns);
}

}  // namespace joust::suites
