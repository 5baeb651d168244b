#include "suites/machine/pinning.hpp"

#include <algorithm>
#include <set>

#include "tests/support/catch.hpp"

namespace joust::suites {

using Cpus = std::vector<int>;

TEST_CASE("two CPUs: the server gets the first, the client the last") {
  const CpuLayout layout = lay_out_cpus({0, 1}, {}, {1, 1});
  CHECK(layout.server == Cpus{0});
  CHECK(layout.client == Cpus{1});
  CHECK_FALSE(layout.shared);
  CHECK(layout.remarks.empty());
}

TEST_CASE("only CPUs of the allowed mask are used") {
  const CpuLayout layout = lay_out_cpus({3, 5, 9}, {}, {1, 1});
  CHECK(layout.server == Cpus{3});
  CHECK(layout.client == Cpus{9});
}

TEST_CASE("one CPU is shared, with a remark") {
  const CpuLayout layout = lay_out_cpus({4}, {}, {2, 1});
  CHECK(layout.server == Cpus{4});
  CHECK(layout.client == Cpus{4});
  CHECK(layout.shared);
  REQUIRE(layout.remarks.size() == 1);
  CHECK(layout.remarks[0].find("share") != std::string::npos);
}

TEST_CASE("sibling threads are avoided while there are whole cores") {
  const std::vector<Cpus> siblings{{0, 4}, {1, 5}, {2, 6}, {3, 7}};
  const CpuLayout layout = lay_out_cpus({0, 1, 2, 3, 4, 5, 6, 7}, siblings, {2, 2});
  CHECK(layout.server == Cpus{0, 1});
  CHECK(layout.client == Cpus{2, 3});
  CHECK(layout.remarks.empty());
}

TEST_CASE("when whole cores run out a side takes its own cores' second threads") {
  const std::vector<Cpus> siblings{{0, 2}, {1, 3}};
  const CpuLayout layout = lay_out_cpus({0, 1, 2, 3}, siblings, {2, 2});
  CHECK(layout.server == Cpus{0, 2});
  CHECK(layout.client == Cpus{1, 3});
  CHECK(layout.remarks.empty());
}

TEST_CASE("two threads of one core are all there is: used, with a remark") {
  const CpuLayout layout = lay_out_cpus({0, 1}, {{0, 1}}, {1, 1});
  CHECK(layout.server == Cpus{0});
  CHECK(layout.client == Cpus{1});
  REQUIRE(layout.remarks.size() == 1);
  CHECK(layout.remarks[0].find("sibling") != std::string::npos);
}

TEST_CASE("wishes beyond the machine are cut, the server's last, and both sides get one at least") {
  CpuLayout layout = lay_out_cpus({0, 1, 2}, {}, {2, 4});
  CHECK(layout.server == Cpus{0, 1});
  CHECK(layout.client == Cpus{2});
  CHECK(layout.remarks.size() == 1);
  layout = lay_out_cpus({0, 1}, {}, {8, 8});
  CHECK(layout.server == Cpus{0});
  CHECK(layout.client == Cpus{1});
  CHECK(layout.remarks.size() == 2);
}

TEST_CASE("layouts of every size are disjoint and inside the mask") {
  for (int count = 2; count <= 9; ++count) {
    Cpus allowed;
    for (int cpu = 0; cpu < count; ++cpu) allowed.push_back(cpu);
    for (std::size_t server = 1; server <= 9; ++server) {
      for (std::size_t client = 1; client <= 9; ++client) {
        const CpuLayout layout =
            lay_out_cpus(allowed, {{0, 1}, {2, 3}, {4, 5}, {6, 7}}, {server, client});
        std::set<int> all(layout.server.begin(), layout.server.end());
        all.insert(layout.client.begin(), layout.client.end());
        CHECK(all.size() == layout.server.size() + layout.client.size());
        CHECK(all.size() == std::min<std::size_t>(server + client, allowed.size()));
        CHECK(*all.begin() >= 0);
        CHECK(*all.rbegin() < count);
      }
    }
  }
}

TEST_CASE("lists of CPUs are read as the kernel writes them") {
  CHECK(parse_cpu_list("0-3,8\n") == Cpus{0, 1, 2, 3, 8});
  CHECK(parse_cpu_list("5\n") == Cpus{5});
  CHECK(parse_cpu_list("").empty());
  CHECK(parse_cpu_list("x,2,3-").size() == 1);
}

}  // namespace joust::suites
