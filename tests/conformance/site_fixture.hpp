// The document root that the server cases are written for.
#pragma once

#include <filesystem>

#include "tests/support/temporary_folder.hpp"

namespace joust::test {

class SiteFixture {
 public:
  SiteFixture();
  std::filesystem::path root() const { return folder_ / "root"; }

 private:
  TemporaryFolder folder_;
};

}  // namespace joust::test
