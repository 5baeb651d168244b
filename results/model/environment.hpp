// The machine a run was made on, as recorded in run.json.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace joust {

struct Environment {
  std::string cpu_model;
  std::uint32_t cpus_online = 0;
  std::string kernel;          // "6.18.44"
  std::string virtualisation;  // "kvm", "none", "unknown"
  std::string os;              // PRETTY_NAME of os-release
  std::string compiler;        // of this build, with flags
  std::string host;
  std::vector<int> allowed_cpus;
  std::vector<int> server_cpus;  // the layout: where servers were pinned; empty: not pinned
  std::vector<int> client_cpus;
  std::uint64_t memory_bytes = 0;
  std::uint64_t open_files = 0;
  std::map<std::string, std::string> settings;  // sysctls and kernel switches that matter, by name
  std::vector<std::string> remarks;             // "1 CPU: server and client share it", ...
};

}  // namespace joust
