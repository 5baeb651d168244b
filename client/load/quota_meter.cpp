#include "client/load/quota_meter.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fcntl.h>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

#include "base/posix.hpp"

namespace joust::client {
namespace {

struct Group {
  std::filesystem::path root;  // where its hierarchy is mounted
  std::filesystem::path path;  // below it
};

/// The groups that /proc/self/cgroup names and that can limit CPU time: "0::/a/b" is of version 2,
/// "4:cpu,cpuacct:/a/b" of version 1.
std::vector<Group> own_groups() {
  const std::filesystem::path mounts = "/sys/fs/cgroup";
  std::vector<Group> groups;
  std::istringstream lines(posix::read_small_file_or_empty("/proc/self/cgroup"));
  for (std::string line; std::getline(lines, line);) {
    const auto first = line.find(':');
    const auto second = line.find(":/", first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string path = line.substr(second + 2);
    const bool limits_cpu = ("," + controllers + ",").find(",cpu,") != std::string::npos;
    if (controllers.empty()) groups.push_back({mounts, path});
    if (limits_cpu) groups.push_back({mounts / controllers, path});
  }
  return groups;
}

std::optional<std::int64_t> value_of(std::string_view stat, std::string_view name) {
  const auto found = stat.find(name);
  if (found == std::string_view::npos) return std::nullopt;
  const std::string_view text = stat.substr(found + name.size());
  std::int64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  return problem == std::errc{} ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<std::int64_t> throttled_ns(std::string_view cpu_stat) {
  if (const auto microseconds = value_of(cpu_stat, "throttled_usec ")) return *microseconds * 1000;
  return value_of(cpu_stat, "throttled_time ");
}

QuotaMeter::QuotaMeter() {
  for (const Group& own : own_groups()) {
    for (std::filesystem::path group = own.path;; group = group.parent_path()) {
      UniqueFd stat(open((own.root / group / "cpu.stat").c_str(), O_RDONLY | O_CLOEXEC));
      if (stat) stats_.push_back(std::move(stat));
      if (group.empty()) break;
    }
  }
}

std::optional<std::int64_t> QuotaMeter::held_back_ns() const {
  std::optional<std::int64_t> longest;
  for (const UniqueFd& stat : stats_) {
    std::array<char, 2048> text;
    const ssize_t size = pread(stat.get(), text.data(), text.size(), 0);
    if (size <= 0) continue;
    const auto held = throttled_ns({text.data(), static_cast<std::size_t>(size)});
    if (held) longest = std::max(longest.value_or(0), *held);
  }
  return longest;
}

}  // namespace joust::client
