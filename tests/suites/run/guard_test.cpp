#include "suites/run/guard.hpp"

#include <cerrno>
#include <fstream>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/posix.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace joust::suites {
namespace {

using namespace std::chrono_literals;
using test::TemporaryFolder;

GuardedCommand shell(const TemporaryFolder& folder, const std::string& script) {
  GuardedCommand command;
  command.executable = "/bin/sh";
  command.argv = {"sh", "-c", script};
  command.log = folder / "log";
  return command;
}

GuardedCommand test_server(const TemporaryFolder& folder, std::vector<std::string> arguments) {
  GuardedCommand command;
  command.executable = JOUST_TEST_SERVER;
  command.argv = std::move(arguments);
  command.argv.insert(command.argv.begin(), "test-server");
  command.log = folder / "log";
  return command;
}

std::string text_of(const std::filesystem::path& file) {
  return std::filesystem::exists(file) ? posix::read_file(file) : std::string{};
}

bool is_gone(pid_t pid) { return kill(pid, 0) != 0 && errno == ESRCH; }

// Waits for what a process under test is about to write: an event, not a nap.
std::string wait_for(const std::filesystem::path& file, std::string_view word) {
  const std::int64_t deadline = monotonic_ns() + std::chrono::nanoseconds{10s}.count();
  for (;;) {
    std::string text = text_of(file);
    if (text.find(word) != std::string::npos) return text;
    if (monotonic_ns() > deadline) return text;
    usleep(1000);
  }
}

pid_t grandchild_in(const std::filesystem::path& file) {
  return static_cast<pid_t>(std::stoi(wait_for(file, "ready")));
}

}  // namespace

TEST_CASE("a command runs, its output is in the log and its exit status comes back") {
  const TemporaryFolder folder;
  GuardedProcess process{shell(folder, "echo out; echo err >&2; exit 7")};
  REQUIRE(process.start_failure().empty());
  const auto status = process.wait_for_exit(10s);
  REQUIRE(status);
  CHECK(describe_wait_status(*status) == "exit status 7");
  const TreeEnd end = process.stop();
  CHECK(end.wait_status == *status);
  CHECK(end.killed == 0);
  CHECK(end.cpu_ns > 0);
  CHECK(end.max_rss_bytes > 0);
  CHECK(text_of(folder / "log") == "out\nerr\n");
}

TEST_CASE("a command that cannot be executed is said to be so, with the reason") {
  const TemporaryFolder folder;
  GuardedCommand command = shell(folder, "");
  command.executable = folder / "nothing-here";
  GuardedProcess process{command};
  CHECK(process.start_failure().find("nothing-here") != std::string::npos);
  CHECK(process.start_failure().find("No such file") != std::string::npos);
  CHECK(process.stop().killed == 0);
}

TEST_CASE("a log that cannot be opened is the machine's fault and starts nothing") {
  const TemporaryFolder folder;
  GuardedCommand command = shell(folder, "exit 0");
  command.log = folder / "missing" / "log";
  CHECK_THROWS_AS(GuardedProcess{command}, Error);
}

TEST_CASE("the stop signal is enough for a command that heeds it") {
  const TemporaryFolder folder;
  GuardedCommand command =
      shell(folder, "trap 'exit 5' USR2; echo up; while :; do sleep 0.01; done");
  command.stop_signal = SIGUSR2;
  GuardedProcess process{command};
  wait_for(folder / "log", "up");
  const TreeEnd end = process.stop();
  CHECK(describe_wait_status(end.wait_status) == "exit status 5");
  CHECK_FALSE(end.stop_timed_out);
}

TEST_CASE("a command that ignores the stop signal is killed after its time") {
  const TemporaryFolder folder;
  GuardedCommand command = test_server(folder, {"--ignore-stop"});
  command.stop_timeout = 30ms;
  GuardedProcess process{command};
  wait_for(folder / "log", "READY");
  const TreeEnd end = process.stop();
  CHECK(end.stop_timed_out);
  CHECK(end.killed >= 1);
  CHECK(describe_wait_status(end.wait_status).find("signal 9") == 0);
  CHECK(is_gone(process.pid()));
}

TEST_CASE("a stopped command is ended as well") {
  const TemporaryFolder folder;
  GuardedProcess process{test_server(folder, {})};
  wait_for(folder / "log", "READY");
  kill(process.pid(), SIGSTOP);
  const TreeEnd end = process.stop();
  CHECK_FALSE(end.stop_timed_out);
  CHECK(is_gone(process.pid()));
}

TEST_CASE("a daemonised grandchild ends with the tree") {
  const TemporaryFolder folder;
  const auto family = folder / "family";
  GuardedProcess process{test_server(folder, {"--family", family.string()})};
  const pid_t grandchild = grandchild_in(family);
  REQUIRE_FALSE(is_gone(grandchild));
  const TreeEnd end = process.stop();
  CHECK(end.killed >= 1);
  CHECK(is_gone(grandchild));
  CHECK(is_gone(process.pid()));
}

TEST_CASE("a command that ends by itself takes what it left behind with it") {
  const TemporaryFolder folder;
  GuardedProcess process{shell(folder, "sleep 1000 & sleep 1000 & echo $!; exit 0")};
  REQUIRE(process.wait_for_exit(10s));
  const TreeEnd end = process.stop();
  CHECK(end.killed >= 2);
  CHECK(is_gone(static_cast<pid_t>(std::stoi(text_of(folder / "log")))));
}

TEST_CASE("a guarded process that goes out of scope ends at once") {
  const TemporaryFolder folder;
  pid_t grandchild = 0;
  pid_t root = 0;
  {
    GuardedCommand command =
        test_server(folder, {"--ignore-stop", "--family", (folder / "family").string()});
    command.stop_timeout = 1h;
    const GuardedProcess process{command};
    root = process.pid();
    grandchild = grandchild_in(folder / "family");
  }
  CHECK(is_gone(root));
  CHECK(is_gone(grandchild));
}

TEST_CASE("signals to the runner's group and terminal do not reach the guarded tree") {
  const TemporaryFolder folder;
  GuardedProcess process{test_server(folder, {})};
  CHECK(getsid(process.pid()) != getsid(0));
  CHECK(getpgid(process.pid()) != getpgid(0));
}

TEST_CASE("the command is pinned to its CPUs") {
  const TemporaryFolder folder;
  const int last = posix::allowed_cpus().back();
  GuardedCommand command = shell(folder, "grep Cpus_allowed_list /proc/self/status");
  command.cpus = {last};
  GuardedProcess process{command};
  REQUIRE(process.wait_for_exit(10s));
  process.stop();
  CHECK(text_of(folder / "log") == "Cpus_allowed_list:\t" + std::to_string(last) + "\n");
}

TEST_CASE("the command inherits no descriptor but its standard streams") {
  const TemporaryFolder folder;
  const int leak = dup(1);  // not close-on-exec, as a careless library would leave it
  const GuardedProcess other{test_server(folder, {})};
  GuardedProcess process{shell(folder, "ls /proc/self/fd")};
  REQUIRE(process.wait_for_exit(10s));
  process.stop();
  close(leak);
  const std::string log = text_of(folder / "log");
  INFO(log);
  CHECK(log.find("0\n1\n2\n3\n") != std::string::npos);  // 3: ls reading the folder
  CHECK(log.find("4\n") == std::string::npos);
}

TEST_CASE("when the runner is killed nothing of its trees is left") {
  const TemporaryFolder folder;
  prctl(PR_SET_CHILD_SUBREAPER, 1);  // guards become children of this process, to be waited for
  const pid_t runner = fork();
  REQUIRE(runner >= 0);
  if (runner == 0) {
    GuardedCommand stubborn =
        test_server(folder, {"--ignore-stop", "--family", (folder / "family").string()});
    stubborn.stop_timeout = 50ms;
    const GuardedProcess first{stubborn};
    const GuardedProcess second{shell(folder, "sleep 1000")};
    std::ofstream(folder / "roots") << first.pid() << ' ' << second.pid() << " written\n";
    for (;;) pause();
  }
  const std::string roots = wait_for(folder / "roots", "written");
  const pid_t grandchild = grandchild_in(folder / "family");
  kill(runner, SIGKILL);
  while (wait(nullptr) > 0 || errno == EINTR) {
  }
  prctl(PR_SET_CHILD_SUBREAPER, 0);
  CHECK(is_gone(static_cast<pid_t>(std::stoi(roots))));
  CHECK(is_gone(static_cast<pid_t>(std::stoi(roots.substr(roots.find(' '))))));
  CHECK(is_gone(grandchild));
}

TEST_CASE("wait statuses read as people say them") {
  CHECK(describe_wait_status(0x300) == "exit status 3");
  CHECK(describe_wait_status(9).find("signal 9 (") == 0);
}

}  // namespace joust::suites
