// Runs programs for end-to-end tests: to the end with their output, or in the background.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace joust::test {

struct Command {
  std::vector<std::string> argv;
  std::filesystem::path folder = ".";
  std::vector<std::pair<std::string, std::string>> environment;  // added to the test's own
};

struct Finished {
  int exit_code = -1;  // 128 + signal where one ended it
  std::string out;
  std::string err;
};

/// Waits for the end; the test fails by exception after `limit`.
Finished run_to_end(const Command& command, std::chrono::seconds limit = std::chrono::seconds(100));

/// Running until waited for; destruction kills it. Output goes to files in `folder`.
class Background {
 public:
  explicit Background(const Command& command);
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;
  ~Background();

  pid_t pid() const { return pid_; }
  void send(int signal) const;
  /// Exit code as in Finished; fails by exception after `limit`.
  int wait(std::chrono::seconds limit = std::chrono::seconds(60));

 private:
  pid_t pid_ = -1;
};

/// Polls until `condition` holds; false when `limit` has passed.
template <typename Condition>
bool eventually(Condition condition, std::chrono::milliseconds limit);

/// Processes whose environment holds NAME=VALUE: whoever was started under that mark and still
/// runs.
std::vector<pid_t> processes_marked(const std::string& name, const std::string& value);

void sleep_briefly();  // between two polls of `eventually`

template <typename Condition>
bool eventually(Condition condition, std::chrono::milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    sleep_briefly();
  }
  return true;
}

}  // namespace joust::test
