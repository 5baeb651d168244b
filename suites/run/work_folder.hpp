// A temporary folder of one run, readable by the unprivileged workers of any server. Goes with this
// object; when the runner is killed, a keeper process takes it away.
#pragma once

#include <filesystem>
#include <sys/types.h>

#include "base/unique_fd.hpp"

namespace joust::suites {

class WorkFolder {
 public:
  /// Below $TMPDIR or /tmp. Error{machine} names the folder that could not be made.
  WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder();

  const std::filesystem::path& path() const { return path_; }
  /// An empty folder of that name below it: what was in it before is removed.
  std::filesystem::path fresh(const char* name) const;

 private:
  std::filesystem::path path_;
  UniqueFd channel_;  // to the keeper; its end of file is the runner's end
  pid_t keeper_ = -1;
};

}  // namespace joust::suites
