#include "client/load/watcher.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "base/error.hpp"
#include "base/posix.hpp"

namespace joust::client {
namespace {

/// Names of a folder that are numbers: the processes of /proc, the threads of a process.
std::vector<int> numbered_entries(const std::string& path) {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(path.c_str()), &closedir);
  std::vector<int> numbers;
  if (!folder) return numbers;
  while (const dirent* entry = readdir(folder.get())) {
    const std::string_view name = entry->d_name;
    int number = 0;
    const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (problem == std::errc{} && end == name.data() + name.size()) numbers.push_back(number);
  }
  return numbers;
}

UniqueFd open_proc(const std::string& path) {
  return UniqueFd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
}

/// Fields of /proc/PID/stat after the name in parentheses, which may hold anything; index 0 is the
/// state (field 3 of proc(5)).
std::vector<std::string_view> stat_fields(std::string_view stat) {
  std::vector<std::string_view> fields;
  const auto name_end = stat.rfind(')');
  if (name_end == std::string_view::npos) return fields;
  stat.remove_prefix(std::min(stat.size(), name_end + 2));
  while (!stat.empty()) {
    const auto blank = stat.find(' ');
    fields.push_back(stat.substr(0, blank));
    stat.remove_prefix(blank == std::string_view::npos ? stat.size() : blank + 1);
  }
  return fields;
}

std::uint64_t number_of(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

int parent_of(int pid) {
  const std::string stat =
      posix::read_small_file_or_empty(fmt::format("/proc/{}/stat", pid).c_str());
  const auto fields = stat_fields(stat);
  return fields.size() > 1 ? static_cast<int>(number_of(fields[1])) : 0;
}

std::uint64_t faults_of(int stat_fd) {
  std::array<char, 1024> buffer;
  const ssize_t size = pread(stat_fd, buffer.data(), buffer.size(), 0);
  if (size <= 0) return 0;
  const auto fields = stat_fields({buffer.data(), static_cast<std::size_t>(size)});
  constexpr std::size_t minor = 7;  // field 10 of proc(5); 12 is the major ones
  return fields.size() > minor + 2 ? number_of(fields[minor]) + number_of(fields[minor + 2]) : 0;
}

std::uint64_t peak_rss_bytes(int pid) {
  const std::string status =
      posix::read_small_file_or_empty(fmt::format("/proc/{}/status", pid).c_str());
  const std::string_view name = "VmHWM:";
  const auto found = status.find(name);
  if (found == std::string::npos) return 0;
  std::string_view rest = std::string_view(status).substr(found + name.size());
  rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(" \t")));
  return number_of(rest) * 1024;
}

/// All descendants of `root`, itself included.
std::vector<int> process_tree(int root) {
  std::multimap<int, int> children;
  for (const int pid : numbered_entries("/proc")) children.emplace(parent_of(pid), pid);
  std::vector<int> tree{root};
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const auto [first, last] = children.equal_range(tree[i]);
    for (auto child = first; child != last; ++child) tree.push_back(child->second);
  }
  return tree;
}

std::int64_t cpu_of(clockid_t clock) {
  timespec cpu{};
  if (clock_gettime(clock, &cpu) != 0) return 0;
  return std::int64_t{cpu.tv_sec} * 1'000'000'000 + cpu.tv_nsec;
}

double share_of(std::int64_t part_ns, std::int64_t window_ns) {
  return window_ns > 0 ? static_cast<double>(part_ns) / static_cast<double>(window_ns) : 0;
}

}  // namespace

Watcher::Watcher(int pid) : root_(pid) {
  discover();
  if (processes_.empty())
    throw user_error("--watch-pid {}: there is no such process, or it may not be looked at", pid);
}

void Watcher::discover() {
  const std::lock_guard lock(mutex_);
  for (const int pid : process_tree(root_)) add_process(pid);
}

void Watcher::add_process(int pid) {
  const std::string folder = fmt::format("/proc/{}/", pid);
  if (processes_.find(pid) == processes_.end()) {
    Process process;
    process.stat = open_proc(folder + "stat");
    if (!process.stat || clock_getcpuclockid(pid, &process.cpu_clock) != 0) return;
    processes_.emplace(pid, std::move(process));
  }
  for (const int thread : numbered_entries(folder + "task")) {
    Thread& known = threads_[{pid, thread}];
    if (!known.schedstat)
      known.schedstat = open_proc(fmt::format("{}task/{}/schedstat", folder, thread));
  }
}

void Watcher::read_edge(std::size_t edge) {
  const std::lock_guard lock(mutex_);
  for (auto& [pid, process] : processes_) process.cpu_ns[edge] = cpu_of(process.cpu_clock);
  for (auto& [id, thread] : threads_) thread.at[edge] = read_schedstat(thread.schedstat.get());
  for (auto& [pid, process] : processes_) process.faults[edge] = faults_of(process.stat.get());
}

std::optional<Watched> Watcher::watched(std::int64_t window_ns) {
  discover();
  Watched sum;
  bool any = false;
  for (auto& [pid, process] : processes_) {
    sum.max_rss_bytes += peak_rss_bytes(pid);
    const bool newcomer = process.cpu_ns[0] == 0 && process.cpu_ns[1] == 0;
    if (newcomer) process.cpu_ns[1] = cpu_of(process.cpu_clock);
    if (process.cpu_ns[1] < process.cpu_ns[0] || process.cpu_ns[1] == 0) continue;  // gone by then
    any = true;
    sum.cpu_ns += process.cpu_ns[1] - process.cpu_ns[0];
    sum.faults += process.faults[1] - std::min(process.faults[0], process.faults[1]);
  }
  for (const auto& [id, thread] : threads_) {
    if (!thread.at[0] || !thread.at[1]) continue;
    ++sum.threads;
    sum.wait_ns += thread.at[1]->wait_ns - thread.at[0]->wait_ns;
    sum.switches += thread.at[1]->slices - thread.at[0]->slices;
    const double cpu = share_of(thread.at[1]->cpu_ns - thread.at[0]->cpu_ns, window_ns);
    const double wait = share_of(thread.at[1]->wait_ns - thread.at[0]->wait_ns, window_ns);
    sum.busiest_thread_share = std::max(sum.busiest_thread_share, cpu);
    sum.busiest_thread_wait_share = std::max(sum.busiest_thread_wait_share, wait);
  }
  if (!any) return std::nullopt;
  return sum;
}

}  // namespace joust::client
