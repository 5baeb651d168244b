// Opening a file that must lie below a folder, whatever its name says. The OS calls of the site.
// Links are followed where they stay below the folder (openat2, Linux 5.6); where the kernel or a
// sandbox lacks that call, no link is followed at all. Never blocks on a FIFO or a device.
#pragma once

#include <string_view>
#include <sys/stat.h>

#include "base/unique_fd.hpp"

namespace joust::site {

struct OpenedFile {
  UniqueFd fd;
  struct stat status {};
  int error = 0;  // errno where fd is empty
};

/// `path` begins with '/' and is taken relative to the folder.
OpenedFile open_beneath(int folder_fd, std::string_view path);

/// The way without openat2, open to be tested where openat2 is there.
OpenedFile open_beneath_without_links(int folder_fd, std::string_view path);

}  // namespace joust::site
