// A server of the project, running on a port of its own for a test.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <sys/types.h>
#include <vector>

#include "tests/support/subprocess.hpp"
#include "tests/support/temporary_folder.hpp"

namespace joust::test {

class RunningServer {
 public:
  /// Starts `program` of the build with the arguments and waits for its READY line.
  RunningServer(const std::string& program, const std::vector<std::string>& arguments);
  /// As above, below a lower limit of descriptors.
  RunningServer(const std::string& program, const std::vector<std::string>& arguments,
                unsigned open_files);

  std::uint16_t port() const { return port_; }  // 0 with --unix
  pid_t pid() const { return process_.pid(); }
  std::string errors() const;  // what it has written to standard error

  std::size_t open_descriptors() const;
  std::size_t resident_bytes() const;

  void send(int signal) const { process_.send(signal); }
  /// Its exit code.
  int wait() { return process_.wait(); }
  int stop();

 private:
  void wait_until_ready();

  TemporaryFolder folder_;
  Background process_;
  std::uint16_t port_ = 0;
};

std::string path_of_program(const std::string& program);

}  // namespace joust::test
