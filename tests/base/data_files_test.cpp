#include "base/data_files.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace joust {
namespace {

namespace fs = std::filesystem;

/// An environment variable for one test.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* old = std::getenv(name)) former_ = old;
    setenv(name, value.c_str(), 1);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() {
    if (former_) {
      setenv(name_, former_->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }

 private:
  const char* name_;
  std::optional<std::string> former_;
};

class WorkingFolder {
 public:
  explicit WorkingFolder(const fs::path& folder) : former_(fs::current_path()) {
    fs::current_path(folder);
  }
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;
  ~WorkingFolder() { fs::current_path(former_); }

 private:
  fs::path former_;
};

}  // namespace

TEST_CASE("data is looked for nearest first: the user's own, JOUST_DATA, then the source tree") {
  const test::TemporaryFolder folder;
  for (const char* place : {"here/joust/suites", "config/joust/suites", "data/suites"}) {
    fs::create_directories(folder / place);
  }
  const WorkingFolder here(folder / "here");
  const Variable config("XDG_CONFIG_HOME", (folder / "config").string());
  const Variable data("JOUST_DATA", (folder / "data").string());
  const auto root = fs::canonical(folder.path());
  const std::vector<fs::path> expected{root / "here/joust/suites", root / "config/joust/suites",
                                       root / "data/suites", fs::path(JOUST_SOURCE_DIR) / "suites"};
  CHECK(data_folders("suites") == expected);
}

TEST_CASE("folders that do not exist are left out, and none is named twice") {
  const test::TemporaryFolder folder;
  const WorkingFolder here(folder.path());
  const Variable config("XDG_CONFIG_HOME", (folder / "nothing").string());
  const Variable data("JOUST_DATA", JOUST_SOURCE_DIR);
  CHECK(data_folders("suites") == std::vector<fs::path>{fs::path(JOUST_SOURCE_DIR) / "suites"});
}

TEST_CASE("the source tree keeps catalogues beside what they describe") {
  const auto servers = data_folders("servers");
  const auto clients = data_folders("clients");
  CHECK(std::count(servers.begin(), servers.end(),
                   fs::path(JOUST_SOURCE_DIR) / "servers/catalogue") == 1);
  CHECK(std::count(clients.begin(), clients.end(),
                   fs::path(JOUST_SOURCE_DIR) / "client/catalogue") == 1);
}

TEST_CASE("the folder of the running program is known") {
  CHECK(fs::is_directory(executable_folder()));
}

}  // namespace joust
