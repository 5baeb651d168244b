#include "tests/support/running_server.hpp"

#include <csignal>
#include <stdexcept>
#include <unistd.h>

#include "base/posix.hpp"

namespace joust::test {
namespace {

std::vector<std::string> command_line(const std::string& program,
                                      const std::vector<std::string>& arguments,
                                      const std::string& prefix) {
  std::string script = prefix + "exec \"$0\" \"$@\"";
  // A variant is the program's name and its option.
  const auto blank = program.find(' ');
  std::vector<std::string> argv{"sh", "-c", script, path_of_program(program.substr(0, blank))};
  if (blank != std::string::npos) argv.push_back(program.substr(blank + 1));
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  return argv;
}

}  // namespace

std::string path_of_program(const std::string& program) {
  return std::string(JOUST_BIN_DIR) + "/" + program;
}

RunningServer::RunningServer(const std::string& program, const std::vector<std::string>& arguments)
    : process_(Command{command_line(program, arguments, ""), folder_.path(), {}}) {
  wait_until_ready();
}

RunningServer::RunningServer(const std::string& program, const std::vector<std::string>& arguments,
                             unsigned open_files)
    : process_(Command{
          command_line(program, arguments, "ulimit -n " + std::to_string(open_files) + "; "),
          folder_.path(),
          {}}) {
  wait_until_ready();
}

void RunningServer::wait_until_ready() {
  const std::string prefix = "READY port=";
  const auto out = folder_ / "background.out";
  const bool ready = eventually(
      [&] {
        const auto text = posix::read_small_file_or_empty(out.c_str());
        if (!text.ends_with('\n')) return false;
        if (text.starts_with("READY unix=")) return true;
        if (!text.starts_with(prefix)) return false;
        port_ = static_cast<std::uint16_t>(std::stoul(text.substr(prefix.size())));
        return true;
      },
      std::chrono::seconds(10));
  if (!ready) throw std::runtime_error("the server did not get ready: " + errors());
}

std::string RunningServer::errors() const {
  return posix::read_small_file_or_empty((folder_ / "background.err").c_str());
}

std::size_t RunningServer::open_descriptors() const {
  const auto folder = "/proc/" + std::to_string(pid()) + "/fd";
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++count;
  return count;
}

std::size_t RunningServer::resident_bytes() const {
  const auto text =
      posix::read_small_file_or_empty(("/proc/" + std::to_string(pid()) + "/statm").c_str());
  const auto pages = std::stoull(text.substr(text.find(' ')));
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

int RunningServer::stop() {
  send(SIGTERM);
  return wait();
}

}  // namespace joust::test
