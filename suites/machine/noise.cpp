#include "suites/machine/noise.hpp"

#include <algorithm>
#include <charconv>
#include <dirent.h>
#include <fmt/format.h>
#include <memory>
#include <sstream>

#include "base/posix.hpp"

namespace joust::suites {
namespace {

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};

// "pid (name) state ppid ... utime stime cutime cstime": the times are fields 14 to 17.
std::optional<ProcessLook::Process> process_from(const std::string& stat) {
  const std::size_t open = stat.find('(');
  const std::size_t close = stat.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close < open) {
    return std::nullopt;
  }
  ProcessLook::Process process;
  process.name = stat.substr(open + 1, close - open - 1);
  std::istringstream fields{stat.substr(close + 1)};
  std::string skipped;
  for (int field = 3; field < 14; ++field) fields >> skipped;
  for (int field = 14; field <= 17; ++field) {
    std::uint64_t ticks = 0;
    if (!(fields >> ticks)) return std::nullopt;
    process.ticks += ticks;
  }
  return process;
}

std::optional<double> share(std::uint64_t part_before, std::uint64_t part_after,
                            const CpuTimes& before, const CpuTimes& after) {
  if (after.total() <= before.total() || part_after < part_before) return std::nullopt;
  return static_cast<double>(part_after - part_before) /
         static_cast<double>(after.total() - before.total());
}

}  // namespace

std::optional<CpuTimes> cpu_times_from(std::string_view proc_stat, const std::vector<int>& cpus) {
  std::istringstream lines{std::string{proc_stat}};
  std::string line;
  CpuTimes sum;
  std::size_t found = 0;
  while (std::getline(lines, line) && line.starts_with("cpu")) {
    std::istringstream fields{line.substr(3)};
    int cpu = -1;
    const bool of_all = line.starts_with("cpu ");
    if (of_all != cpus.empty()) continue;
    if (!of_all) fields >> cpu;
    if (!of_all && std::find(cpus.begin(), cpus.end(), cpu) == cpus.end()) continue;
    std::uint64_t user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, softirq = 0;
    std::uint64_t steal = 0;
    if (!(fields >> user >> nice >> system >> idle)) return std::nullopt;
    fields >> waiting >> irq >> softirq >> steal;  // absent on old kernels
    sum.busy += user + nice + system + irq + softirq;
    sum.idle += idle + waiting;
    sum.steal += steal;
    ++found;
  }
  if (found == 0) return std::nullopt;
  return sum;
}

std::optional<CpuTimes> cpu_times(const std::vector<int>& cpus) {
  return cpu_times_from(posix::read_small_file_or_empty("/proc/stat"), cpus);
}

std::optional<double> steal_share(const CpuTimes& before, const CpuTimes& after) {
  return share(before.steal, after.steal, before, after);
}

std::optional<double> busy_share(const CpuTimes& before, const CpuTimes& after) {
  return share(before.busy, after.busy, before, after);
}

ProcessLook look_at_processes() {
  ProcessLook look;
  const std::unique_ptr<DIR, CloseFolder> folder{opendir("/proc")};
  if (folder == nullptr) return look;
  while (const dirent* entry = readdir(folder.get())) {
    const std::string_view name{static_cast<const char*>(entry->d_name)};
    pid_t pid = 0;
    const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (problem != std::errc{} || end != name.data() + name.size()) continue;
    const std::string path = fmt::format("/proc/{}/stat", pid);
    if (auto process = process_from(posix::read_small_file_or_empty(path.c_str()))) {
      look.processes.emplace(pid, std::move(*process));
    }
  }
  return look;
}

std::string busiest_between(const ProcessLook& before, const ProcessLook& after, pid_t own) {
  std::string busiest;
  std::uint64_t most = 0;
  for (const auto& [pid, process] : after.processes) {
    if (pid == own) continue;
    const auto earlier = before.processes.find(pid);
    const std::uint64_t start = earlier == before.processes.end() ? 0 : earlier->second.ticks;
    if (process.ticks <= start || process.ticks - start <= most) continue;
    most = process.ticks - start;
    busiest = fmt::format("{} ({})", process.name, pid);
  }
  return busiest;
}

bool has_schedstat() { return !posix::read_small_file_or_empty("/proc/self/schedstat").empty(); }

}  // namespace joust::suites
