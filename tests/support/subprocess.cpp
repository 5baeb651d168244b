#include "tests/support/subprocess.hpp"

#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <map>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include "base/posix.hpp"
#include "base/unique_fd.hpp"

namespace joust::test {
namespace {

std::vector<std::string> environment_of(const Command& command) {
  std::map<std::string, std::string> values;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const std::size_t equals = text.find('=');
    if (equals != std::string::npos) values[text.substr(0, equals)] = text.substr(equals + 1);
  }
  for (const auto& [name, value] : command.environment) values[name] = value;
  std::vector<std::string> entries;
  for (const auto& [name, value] : values) entries.push_back(name + "=" + value);
  return entries;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (auto& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Spawned, not forked: between fork and exec a child of a program with threads may not allocate,
/// because a thread that it does not have may hold the allocator's lock.
pid_t start(const Command& command, int out, int err) {
  auto arguments = command.argv;
  auto environment = environment_of(command);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, command.folder.c_str());
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
  pid_t pid = -1;
  const int error = posix_spawnp(&pid, arguments.front().c_str(), &actions, nullptr,
                                 pointers_to(arguments).data(), pointers_to(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    throw std::system_error(error, std::generic_category(), "cannot start " + arguments.front());
  }
  return pid;
}

int exit_code_of(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int reap(pid_t pid, std::chrono::seconds limit, const std::string& what) {
  int status = 0;
  const bool ended = eventually([&] { return waitpid(pid, &status, WNOHANG) == pid; },
                                std::chrono::milliseconds(limit));
  if (!ended) throw std::runtime_error(what + " did not end in time");
  return exit_code_of(status);
}

/// Reads both streams until both are closed or the limit has passed.
void drain(UniqueFd& out, UniqueFd& err, Finished& finished, std::chrono::seconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  char buffer[65536];
  while (out || err) {
    pollfd fds[2] = {{out.get(), POLLIN, 0}, {err.get(), POLLIN, 0}};
    if (std::chrono::steady_clock::now() > end) return;
    if (poll(fds, 2, 100) <= 0) continue;
    const auto take = [&](UniqueFd& fd, const pollfd& ready, std::string& text) {
      if (ready.revents == 0) return;
      const ssize_t n = read(fd.get(), buffer, sizeof buffer);
      if (n > 0)
        text.append(buffer, static_cast<std::size_t>(n));
      else
        fd.reset();
    };
    take(out, fds[0], finished.out);
    take(err, fds[1], finished.err);
  }
}

}  // namespace

Finished run_to_end(const Command& command, std::chrono::seconds limit) {
  auto out = posix::make_pipe();
  auto err = posix::make_pipe();
  const pid_t pid = start(command, out.write.get(), err.write.get());
  out.write.reset();
  err.write.reset();
  Finished finished;
  drain(out.read, err.read, finished, limit);
  try {
    finished.exit_code = reap(pid, std::chrono::seconds(2), command.argv.front());
  } catch (...) {
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
    throw;
  }
  return finished;
}

Background::Background(const Command& command) {
  const auto file = [&](const char* name) {
    return UniqueFd(
        open((command.folder / name).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  };
  const auto out = file("background.out");
  const auto err = file("background.err");
  pid_ = start(command, out.get(), err.get());
}

Background::~Background() {
  if (pid_ <= 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

void Background::send(int signal) const { kill(pid_, signal); }

int Background::wait(std::chrono::seconds limit) {
  const int code = reap(pid_, limit, "background program");
  pid_ = -1;
  return code;
}

std::vector<pid_t> processes_marked(const std::string& name, const std::string& value) {
  std::vector<pid_t> found;
  const std::string wanted = name + "=" + value + '\0';
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string folder = entry.path().filename();
    if (folder.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream in(entry.path() / "environ", std::ios::binary);
    const std::string environment((std::istreambuf_iterator<char>(in)), {});
    if (environment.find(wanted) != std::string::npos) found.push_back(std::stoi(folder));
  }
  return found;
}

void sleep_briefly() { std::this_thread::sleep_for(std::chrono::milliseconds(5)); }

}  // namespace joust::test
