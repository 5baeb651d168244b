// What the machine did beside the measurement: stolen and busy time of CPUs, and who used them.
// Each is a look at /proc, and a difference of two looks. Decides nothing.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace joust::suites {

/// Time of some CPUs since boot, in clock ticks (10 ms on most machines).
struct CpuTimes {
  std::uint64_t busy = 0;   // user, nice, system, irq, softirq
  std::uint64_t idle = 0;   // and waiting for I/O
  std::uint64_t steal = 0;  // taken by the hypervisor
  std::uint64_t total() const { return busy + idle + steal; }
};

/// From the text of /proc/stat, summed over `cpus` (empty: all). Nothing when it cannot be read.
std::optional<CpuTimes> cpu_times_from(std::string_view proc_stat, const std::vector<int>& cpus);
std::optional<CpuTimes> cpu_times(const std::vector<int>& cpus);

/// Share of the CPUs' time between two looks; nothing when no tick has passed.
std::optional<double> steal_share(const CpuTimes& before, const CpuTimes& after);
std::optional<double> busy_share(const CpuTimes& before, const CpuTimes& after);

/// CPU time of every process and of its ended children, in ticks, at one moment.
struct ProcessLook {
  struct Process {
    std::string name;
    std::uint64_t ticks = 0;
  };
  std::map<pid_t, Process> processes;
};
ProcessLook look_at_processes();

/// "name (pid)" of the process that used most CPU between two looks, `own` left out; "" when
/// nobody used a tick.
std::string busiest_between(const ProcessLook& before, const ProcessLook& after, pid_t own);

/// Whether the kernel keeps run-queue waits (/proc/PID/schedstat).
bool has_schedstat();

}  // namespace joust::suites
