#include "suites/machine/environment.hpp"

#include <algorithm>

#include "base/posix.hpp"
#include "tests/support/catch.hpp"

namespace joust::suites {

TEST_CASE("the environment of this machine is filled in") {
  const Environment environment = read_environment(nullptr);
  CHECK_FALSE(environment.cpu_model.empty());
  CHECK(environment.cpus_online >= 1);
  CHECK_FALSE(environment.kernel.empty());
  CHECK_FALSE(environment.virtualisation.empty());
  CHECK_FALSE(environment.os.empty());
  CHECK(environment.compiler.find('.') != std::string::npos);  // a version
  CHECK_FALSE(environment.host.empty());
  CHECK(environment.allowed_cpus == posix::allowed_cpus());
  CHECK(environment.memory_bytes > 1'000'000);
  CHECK(environment.open_files > 2);
  CHECK(environment.settings.contains("hz"));
  for (const auto& [name, value] : environment.settings) {
    INFO(name);
    CHECK_FALSE(value.empty());
    CHECK(value.find('\n') == std::string::npos);
  }
}

TEST_CASE("the layout and its remarks are part of the environment; unpinned runs have none") {
  const CpuLayout layout = lay_out_cpus({4}, {}, {1, 1});
  const Environment pinned = read_environment(&layout);
  CHECK(pinned.server_cpus == std::vector<int>{4});
  CHECK(pinned.client_cpus == std::vector<int>{4});
  CHECK(std::find(pinned.remarks.begin(), pinned.remarks.end(), layout.remarks.at(0)) !=
        pinned.remarks.end());
  const Environment free = read_environment(nullptr);
  CHECK(free.server_cpus.empty());
  CHECK(free.client_cpus.empty());
}

TEST_CASE("a congestion control that paces is remarked on, and no other") {
  const Environment environment = read_environment(nullptr);
  const auto control = environment.settings.find("net.ipv4.tcp_congestion_control");
  const bool paces = control != environment.settings.end() && control->second.find("bbr") == 0;
  const auto remarks = std::count_if(
      environment.remarks.begin(), environment.remarks.end(), [](const std::string& remark) {
        return remark.find("congestion control") != std::string::npos;
      });
  CHECK(remarks == (paces ? 1 : 0));
}

}  // namespace joust::suites
