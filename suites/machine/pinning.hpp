// Which CPUs the server and the client get: disjoint where the machine allows it.
// A pure function over the allowed mask and the sibling sets; reading them is beside it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace joust::suites {

struct CpuLayout {
  std::vector<int> server;
  std::vector<int> client;
  bool shared = false;  // both sides have the same CPU: neither can be blamed for waiting
  std::vector<std::string> remarks;
};

struct CpuWishes {
  std::size_t server = 1;
  std::size_t client = 1;
};

/// `allowed`: CPUs in ascending order. `siblings`: groups of CPUs that share a core; CPUs in no
/// group are cores of their own. The server gets CPUs from the front, the client from the back;
/// second threads of a core are used only when whole cores run out. Too few for both: each side
/// gets at least one, and the server's wish is cut last.
CpuLayout lay_out_cpus(const std::vector<int>& allowed,
                       const std::vector<std::vector<int>>& siblings, CpuWishes wishes);

/// Groups of two or more CPUs that share a core, as the kernel lists them.
std::vector<std::vector<int>> sibling_groups(const std::vector<int>& cpus);

/// "0-3,8" as the kernel writes lists of CPUs; what cannot be read is left out.
std::vector<int> parse_cpu_list(const std::string& text);

}  // namespace joust::suites
