#include "plots/child.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/posix.hpp"

extern char** environ;

namespace joust::plots {
namespace {

constexpr std::size_t most_output = 65536;

class SpawnActions {
 public:
  SpawnActions(const std::filesystem::path& folder, int output) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, output, STDERR_FILENO);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes_, 0);
  }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  ~SpawnActions() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }

  int spawn(pid_t& pid, std::vector<char*>& argv) const {
    return posix_spawnp(&pid, argv.front(), &actions_, &attributes_, argv.data(), environ);
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

/// Reads until the other end is closed; false when the time is over before.
bool drain(int fd, std::string& output, std::int64_t deadline_ns) {
  std::array<char, 4096> buffer;
  for (;;) {
    const std::int64_t left_ns = deadline_ns - monotonic_ns();
    if (left_ns <= 0) return false;
    pollfd ready{fd, POLLIN, 0};
    const int answer = poll(&ready, 1, static_cast<int>(left_ns / 1'000'000) + 1);
    if (answer < 0 && errno != EINTR) throw os_error(errno, "cannot wait for a child's output");
    if (answer <= 0) continue;
    const ssize_t length = read(fd, buffer.data(), buffer.size());
    if (length == 0) return true;
    if (length < 0 && errno != EINTR) throw os_error(errno, "cannot read a child's output");
    if (length < 0) continue;
    const std::size_t room = most_output - std::min(most_output, output.size());
    output.append(buffer.data(), std::min(room, static_cast<std::size_t>(length)));
  }
}

int reap(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) throw os_error(errno, "cannot wait for a child");
  }
  return status;
}

}  // namespace

ChildEnd run_child(const std::vector<std::string>& command, const std::filesystem::path& folder,
                   Nanoseconds limit) {
  std::vector<std::string> words = command;
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  ChildEnd end;
  posix::Pipe pipe = posix::make_pipe();
  pid_t pid = 0;
  end.start_error = SpawnActions{folder, pipe.write.get()}.spawn(pid, argv);
  if (end.start_error != 0) return end;
  pipe.write.reset();
  // Its output ends when it and whatever it started have ended.
  end.timed_out = !drain(pipe.read.get(), end.output, monotonic_ns() + limit.count());
  if (end.timed_out) ::kill(-pid, SIGKILL);
  const int status = reap(pid);
  if (WIFEXITED(status)) end.exit_status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  return end;
}

}  // namespace joust::plots
