#include "base/posix.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "base/error.hpp"

namespace joust::posix {
namespace {

/// Repeats a call that a signal interrupted.
template <typename Call>
auto uninterrupted(Call&& call) {
  decltype(call()) result{};
  do {
    result = call();
  } while (result == -1 && errno == EINTR);
  return result;
}

UniqueFd open_or_throw(const std::filesystem::path& path, int flags, mode_t mode,
                       std::string_view purpose) {
  UniqueFd fd(uninterrupted([&] { return open(path.c_str(), flags | O_CLOEXEC, mode); }));
  if (!fd) throw os_error(errno, fmt::format("cannot open {} {}", path.string(), purpose));
  return fd;
}

void write_all(int fd, std::string_view text, const std::filesystem::path& path) {
  while (!text.empty()) {
    const ssize_t written = uninterrupted([&] { return write(fd, text.data(), text.size()); });
    if (written < 0) throw os_error(errno, fmt::format("cannot write {}", path.string()));
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void sync_file(int fd, const std::filesystem::path& path) {
  if (uninterrupted([&] { return fsync(fd); }) == 0) return;
  // Pipes and /dev/null cannot be synced; nothing of theirs can be lost either.
  if (errno == EINVAL || errno == EROFS) return;
  throw os_error(errno, fmt::format("cannot sync {} to disk", path.string()));
}

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

std::string read_to_end(int fd, const std::filesystem::path& path) {
  std::string text;
  constexpr std::size_t step = 65536;
  while (true) {
    const std::size_t old = text.size();
    text.resize(old + step);
    const ssize_t got = uninterrupted([&] { return read(fd, text.data() + old, step); });
    if (got < 0) throw os_error(errno, fmt::format("cannot read {}", path.string()));
    text.resize(old + static_cast<std::size_t>(got));
    if (got == 0) return text;
  }
}

/// Removes the temporary file unless it has been renamed.
class TemporaryName {
 public:
  explicit TemporaryName(std::filesystem::path path) : path_(std::move(path)) {}
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;
  ~TemporaryName() {
    if (!renamed_) unlink(path_.c_str());
  }
  void rename_to(const std::filesystem::path& target) {
    if (rename(path_.c_str(), target.c_str()) != 0) {
      throw os_error(errno, fmt::format("cannot write {}", target.string()));
    }
    renamed_ = true;
  }

 private:
  std::filesystem::path path_;
  bool renamed_ = false;
};

}  // namespace

std::string read_file(const std::filesystem::path& path) {
  const UniqueFd fd = open_or_throw(path, O_RDONLY, 0, "for reading");
  return read_to_end(fd.get(), path);
}

void write_file(const std::filesystem::path& path, std::string_view text) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    write_all(open_or_throw(path, O_WRONLY, 0, "for writing").get(), text, path);
    return;
  }
  std::string name = path.string() + ".XXXXXX";
  UniqueFd fd(mkostemp(name.data(), O_CLOEXEC));
  if (!fd) throw os_error(errno, fmt::format("cannot create a file beside {}", path.string()));
  TemporaryName temporary(name);
  // mkostemp makes it private; results are for everybody whom the umask lets.
  const mode_t mask = umask(0);
  umask(mask);
  if (fchmod(fd.get(), 0666 & ~mask) != 0) {
    throw os_error(errno, fmt::format("cannot set the mode of {}", name));
  }
  write_all(fd.get(), text, path);
  sync_file(fd.get(), path);
  temporary.rename_to(path);
  const std::filesystem::path folder = folder_of(path);
  sync_file(open_or_throw(folder, O_RDONLY | O_DIRECTORY, 0, "to sync it").get(), folder);
}

UniqueFd open_append(const std::filesystem::path& path) {
  return open_or_throw(path, O_WRONLY | O_CREAT | O_APPEND, 0644, "for appending");
}

void append_synced(int fd, std::string_view text, const std::filesystem::path& path) {
  write_all(fd, text, path);
  sync_file(fd, path);
}

bool try_lock(int fd) { return flock(fd, LOCK_EX | LOCK_NB) == 0; }

std::string file_tail(const std::filesystem::path& path, std::size_t limit) {
  const UniqueFd fd(uninterrupted([&] { return open(path.c_str(), O_RDONLY | O_CLOEXEC); }));
  if (!fd) return {};
  const off_t size = lseek(fd.get(), 0, SEEK_END);
  if (size < 0) return {};
  const std::size_t length = std::min(limit, static_cast<std::size_t>(size));
  std::string text(length, '\0');
  std::size_t have = 0;
  while (have < length) {
    const off_t at = size - static_cast<off_t>(length - have);
    const ssize_t got =
        uninterrupted([&] { return pread(fd.get(), text.data() + have, length - have, at); });
    if (got <= 0) break;
    have += static_cast<std::size_t>(got);
  }
  text.resize(have);
  return text;
}

std::string read_small_file_or_empty(const char* path) {
  const UniqueFd fd(uninterrupted([&] { return open(path, O_RDONLY | O_CLOEXEC); }));
  if (!fd) return {};
  try {
    return read_to_end(fd.get(), path);
  } catch (const Error&) {
    return {};  // a process that ended between open and read
  }
}

void make_directories(const std::filesystem::path& path) {
  std::error_code problem;
  std::filesystem::create_directories(path, problem);
  if (problem) {
    throw os_error(problem.value(), fmt::format("cannot create folder {}", path.string()));
  }
}

Pipe make_pipe() {
  std::array<int, 2> fds{};
  if (pipe2(fds.data(), O_CLOEXEC) != 0) throw os_error(errno, "cannot make a pipe");
  return {UniqueFd(fds[0]), UniqueFd(fds[1])};
}

void set_nonblocking(int fd) {
  const int flags = fcntl(fd, F_GETFL);
  if (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0) {
    throw os_error(errno, fmt::format("cannot make descriptor {} non-blocking", fd));
  }
}

std::uint64_t open_file_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) {
    throw os_error(errno, "cannot read the limit of open files");
  }
  return limit.rlim_cur;
}

std::uint64_t raise_open_file_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) {
    throw os_error(errno, "cannot read the limit of open files");
  }
  const rlimit raised{limit.rlim_max, limit.rlim_max};
  return setrlimit(RLIMIT_NOFILE, &raised) == 0 ? raised.rlim_cur : limit.rlim_cur;
}

}  // namespace joust::posix
