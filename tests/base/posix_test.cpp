#include "base/posix.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include "base/error.hpp"
#include "base/stop_signal.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace joust {
namespace {

bool is_open(int fd) { return fcntl(fd, F_GETFD) != -1; }

bool closes_on_exec(int fd) { return (fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0; }

template <typename Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

bool readable(int fd) {
  pollfd waiting{fd, POLLIN, 0};
  return poll(&waiting, 1, 0) == 1;
}

TEST_CASE("what is no regular file is written into and stays what it is") {
  const test::TemporaryFolder folder;
  const auto pipe = folder / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  const UniqueFd reader(open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  posix::write_file(pipe, "through the pipe");
  std::string text(100, '\0');
  const ssize_t size = read(reader.get(), text.data(), text.size());
  REQUIRE(size > 0);
  CHECK(text.substr(0, static_cast<std::size_t>(size)) == "through the pipe");
  CHECK(std::filesystem::is_fifo(pipe));
}

}  // namespace

TEST_CASE("a descriptor is closed once by its last owner, and errno survives that") {
  posix::Pipe pipe = posix::make_pipe();
  const int raw = pipe.read.get();
  CHECK(closes_on_exec(raw));
  {
    UniqueFd moved = std::move(pipe.read);
    CHECK_FALSE(pipe.read);
    CHECK(moved.get() == raw);
    UniqueFd& same = moved;
    moved = std::move(same);
    CHECK(is_open(raw));
    errno = EAGAIN;
  }
  CHECK(errno == EAGAIN);
  CHECK_FALSE(is_open(raw));
}

TEST_CASE("a released descriptor stays open and is the caller's") {
  posix::Pipe pipe = posix::make_pipe();
  const int raw = pipe.write.release();
  CHECK_FALSE(pipe.write);
  pipe.write.reset();
  CHECK(is_open(raw));
  pipe.write.reset(raw);
  pipe.write.reset();
  CHECK_FALSE(is_open(raw));
}

TEST_CASE("a written file is whole, readable by others and leaves nothing beside it") {
  const test::TemporaryFolder folder;
  const auto file = folder / "run.json";
  posix::write_file(file, "old");
  std::string text(300'000, 'x');
  posix::write_file(file, text);
  CHECK(posix::read_file(file) == text);
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
  const mode_t mask = umask(0);
  umask(mask);
  struct stat status {};
  REQUIRE(stat(file.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == (0666 & ~mask));
}

TEST_CASE("a file that cannot be written or read is named with the reason") {
  const test::TemporaryFolder folder;
  const auto missing = folder / "no/such/file";
  CHECK(contains(error_of([&] { posix::write_file(missing, "x"); }), missing.string()));
  CHECK(contains(error_of([&] { posix::read_file(missing); }),
                 missing.string() + " for reading: No such file or directory"));
  folder.write("file", "x");
  CHECK(contains(error_of([&] { posix::make_directories(folder / "file/below"); }), "file/below"));
}

TEST_CASE("a full disk is an error that names the file") {
  const UniqueFd full(open("/dev/full", O_WRONLY | O_CLOEXEC));
  REQUIRE(full);
  const auto text =
      error_of([&] { posix::append_synced(full.get(), "line\n", "out/visits.jsonl"); });
  CHECK(contains(text, "out/visits.jsonl"));
  CHECK(contains(text, "No space left"));
}

TEST_CASE("appended lines follow what was there") {
  const test::TemporaryFolder folder;
  const auto file = folder / "visits.jsonl";
  for (const char* line : {"one\n", "two\n"}) {
    const UniqueFd fd = posix::open_append(file);
    posix::append_synced(fd.get(), line, file);
  }
  CHECK(posix::read_file(file) == "one\ntwo\n");
}

TEST_CASE("the tail of a file is its last bytes; of a missing one, nothing") {
  const test::TemporaryFolder folder;
  const auto file = folder.write("log", "0123456789");
  CHECK(posix::file_tail(file, 4) == "6789");
  CHECK(posix::file_tail(file, 100) == "0123456789");
  CHECK(posix::file_tail(folder / "missing", 4).empty());
  CHECK(posix::read_small_file_or_empty("/proc/no/such/file").empty());
  CHECK_FALSE(posix::read_small_file_or_empty("/proc/self/stat").empty());
}

TEST_CASE("a listening socket has a port, does not block and is closed on exec") {
  const UniqueFd listener = posix::listen_tcp({});
  const auto port = posix::local_port(listener.get());
  CHECK(port != 0);
  CHECK(closes_on_exec(listener.get()));
  CHECK(accept(listener.get(), nullptr, nullptr) == -1);
  CHECK(errno == EAGAIN);
  posix::set_tcp_nodelay(listener.get());

  posix::ListenOptions same;
  same.port = port;
  const auto text = error_of([&] { posix::listen_tcp(same); });
  CHECK(contains(text, "127.0.0.1:" + std::to_string(port)));
  CHECK(contains(text, "Address already in use"));
}

TEST_CASE("an address that is no number is the user's mistake") {
  posix::ListenOptions options;
  options.address = "example";
  try {
    posix::listen_tcp(options);
    FAIL("must throw");
  } catch (const Error& error) {
    CHECK(error.exit_code() == ExitCode::user_input);
    CHECK(contains(error.what(), "'example'"));
  }
}

TEST_CASE("a unix socket listens at its path, and a path too long is refused") {
  const test::TemporaryFolder folder;
  const UniqueFd listener = posix::listen_unix(folder / "s", 16);
  CHECK(std::filesystem::is_socket(folder / "s"));
  CHECK(posix::local_port(listener.get()) == 0);
  CHECK_FALSE(error_of([&] { posix::listen_unix(folder / "s", 16); }).empty());
  CHECK(contains(error_of([&] { posix::listen_unix(folder / std::string(200, 'x'), 16); }),
                 "socket's path"));
}

TEST_CASE("a pinned thread may run only where it was put") {
  const auto before = posix::allowed_cpus();
  REQUIRE_FALSE(before.empty());
  CHECK(std::is_sorted(before.begin(), before.end()));
  std::vector<int> inside;
  std::vector<int> unpinned;
  std::thread([&] {
    posix::pin_thread({});
    unpinned = posix::allowed_cpus();
    posix::pin_thread({before.back()});
    inside = posix::allowed_cpus();
  }).join();
  CHECK(unpinned == before);
  CHECK(inside == std::vector<int>{before.back()});
  CHECK(posix::allowed_cpus() == before);
  CHECK(contains(error_of([] { posix::pin_thread({-1}); }), "CPU -1"));
}

TEST_CASE("the limit of open files can be raised to what is allowed") {
  const auto before = posix::open_file_limit();
  const auto raised = posix::raise_open_file_limit();
  CHECK(raised >= before);
  CHECK(posix::open_file_limit() == raised);
}

TEST_CASE("stop signals are counted and wake a poll until their owner is gone") {
  struct sigaction before {};
  sigaction(SIGTERM, nullptr, &before);
  {
    const StopSignal stop{SIGINT, SIGTERM};
    CHECK_FALSE(stop.requested());
    CHECK_FALSE(readable(stop.fd()));
    raise(SIGTERM);
    CHECK(stop.requested());
    CHECK(readable(stop.fd()));
    CHECK(readable(stop.fd()));
    raise(SIGINT);
    CHECK(stop.count() == 2);
    CHECK_FALSE(error_of([] { const StopSignal second{SIGINT}; }).empty());
  }
  struct sigaction after {};
  sigaction(SIGTERM, nullptr, &after);
  CHECK(after.sa_handler == before.sa_handler);
  const StopSignal next{SIGINT};
  CHECK(next.count() == 0);
}

TEST_CASE("a storm of signals is counted to the last") {
  const StopSignal stop{SIGUSR1};
  for (int i = 0; i < 100'000; ++i) raise(SIGUSR1);
  CHECK(stop.count() == 100'000);
}

}  // namespace joust
