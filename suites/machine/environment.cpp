#include "suites/machine/environment.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <sstream>
#include <string_view>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/congestion_control.hpp"
#include "base/posix.hpp"
#include "suites/machine/cpu_features.hpp"
#include "suites/machine/noise.hpp"

namespace joust::suites {
namespace {

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

std::string setting_at(const std::string& path) {
  std::string text = trimmed(posix::read_small_file_or_empty(path.c_str()));
  std::replace(text.begin(), text.end(), '\t', ' ');
  return text;
}

// The value behind `key` and `separator` in lines like "model name	: Some CPU".
std::string value_in(const std::string& text, std::string_view key, char separator) {
  std::istringstream lines{text};
  std::string line;
  while (std::getline(lines, line)) {
    const std::size_t at = line.find(separator);
    if (!line.starts_with(key) || at == std::string::npos) continue;
    const std::size_t start = line.find_first_not_of(" \t\"", at + 1);
    if (start == std::string::npos) continue;
    std::string value = line.substr(start);
    while (!value.empty() && (value.back() == '"' || value.back() == ' ')) value.pop_back();
    return value;
  }
  return {};
}

std::string os_name() {
  for (const char* path : {"/etc/os-release", "/usr/lib/os-release"}) {
    std::string name = value_in(posix::read_small_file_or_empty(path), "PRETTY_NAME", '=');
    if (!name.empty()) return name;
  }
  return "unknown";
}

// Kernel switches that move results, by the name people know them under.
void read_settings(Environment& environment, int first_cpu) {
  struct Setting {
    const char* name;
    const char* path;
  };
  static constexpr std::array<Setting, 10> known{{
      {"net.core.somaxconn", "/proc/sys/net/core/somaxconn"},
      {"net.ipv4.ip_local_port_range", "/proc/sys/net/ipv4/ip_local_port_range"},
      {"net.ipv4.tcp_tw_reuse", "/proc/sys/net/ipv4/tcp_tw_reuse"},
      {"net.ipv4.tcp_max_syn_backlog", "/proc/sys/net/ipv4/tcp_max_syn_backlog"},
      {"net.ipv4.tcp_congestion_control", "/proc/sys/net/ipv4/tcp_congestion_control"},
      {"kernel.randomize_va_space", "/proc/sys/kernel/randomize_va_space"},
      {"kernel.io_uring_disabled", "/proc/sys/kernel/io_uring_disabled"},
      {"transparent_hugepage", "/sys/kernel/mm/transparent_hugepage/enabled"},
      {"clocksource", "/sys/devices/system/clocksource/clocksource0/current_clocksource"},
      {"smt", "/sys/devices/system/cpu/smt/control"},
  }};
  for (const Setting& setting : known) {
    std::string value = setting_at(setting.path);
    if (!value.empty()) environment.settings.emplace(setting.name, std::move(value));
  }
  const std::string governor =
      setting_at(fmt::format("/sys/devices/system/cpu/cpu{}/cpufreq/scaling_governor", first_cpu));
  if (!governor.empty()) environment.settings.emplace("cpufreq_governor", governor);

  // The coarse clock advances once a scheduler tick: its resolution is 1 / CONFIG_HZ.
  timespec tick{};
  if (clock_getres(CLOCK_MONOTONIC_COARSE, &tick) == 0 && tick.tv_sec == 0 && tick.tv_nsec > 0) {
    environment.settings.emplace("hz", fmt::format("{}", 1'000'000'000 / tick.tv_nsec));
  }
}

void read_mitigations(Environment& environment) {
  std::error_code none;
  for (const auto& entry :
       std::filesystem::directory_iterator("/sys/devices/system/cpu/vulnerabilities", none)) {
    const std::string state = setting_at(entry.path().string());
    if (state.empty() || state == "Not affected") continue;
    environment.settings.emplace("mitigation." + entry.path().filename().string(), state);
  }
}

// A CPU quota of the control group this process is in: runs are throttled in bursts under one.
std::string cpu_quota() {
  const std::string v2 = setting_at("/sys/fs/cgroup/cpu.max");
  if (!v2.empty() && !v2.starts_with("max")) return v2;
  const std::string v1 = setting_at("/sys/fs/cgroup/cpu/cpu.cfs_quota_us");
  if (!v1.empty() && !v1.starts_with("-")) return v1 + " us";
  return {};
}

bool in_container() {
  std::error_code none;
  return std::filesystem::exists("/.dockerenv", none) ||
         std::filesystem::exists("/run/.containerenv", none);
}

void add_remarks(Environment& environment) {
  const std::string quota = cpu_quota();
  if (!quota.empty()) {
    environment.settings.emplace("cpu_quota", quota);
    environment.remarks.push_back(
        fmt::format("a CPU quota is set ({}): processes may be paused while measured", quota));
  }
  if (!has_schedstat()) {
    environment.remarks.emplace_back(
        "no /proc/PID/schedstat: disturbances are judged by /proc/stat, which is coarse");
  }
  const auto setting = [&](const char* name) {
    const auto found = environment.settings.find(name);
    return found == environment.settings.end() ? std::string_view() : found->second;
  };
  if (setting("kernel.randomize_va_space") == "0") {
    environment.remarks.emplace_back(
        "address-space randomisation is off: one memory layout stands for all");
  }
  if (setting("cpufreq_governor") == "powersave") {
    environment.remarks.emplace_back("the CPU frequency governor is 'powersave'");
  }
  const auto congestion_control = setting("net.ipv4.tcp_congestion_control");
  if (paces_by_bandwidth(congestion_control)) {
    environment.remarks.push_back(fmt::format(
        "TCP's congestion control is '{}', which paces what a server sends by the bandwidth it has "
        "seen: documents of more than some 200 KiB cost some servers twice as much as with 'cubic'",
        congestion_control));
  }
  if (in_container()) environment.settings.emplace("container", "yes");
}

}  // namespace

Environment read_environment(const CpuLayout* layout) {
  Environment environment;
  environment.cpu_model = cpu_model();
  environment.virtualisation = virtualisation();
  environment.cpus_online = static_cast<std::uint32_t>(std::max(sysconf(_SC_NPROCESSORS_ONLN), 1L));
  utsname system{};
  if (uname(&system) == 0) {
    environment.kernel = static_cast<const char*>(system.release);
    environment.host = static_cast<const char*>(system.nodename);
    environment.settings.emplace("architecture", static_cast<const char*>(system.machine));
  }
  environment.os = os_name();
  environment.compiler = JOUST_COMPILER;
  environment.allowed_cpus = posix::allowed_cpus();
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  if (pages > 0 && page > 0) {
    environment.memory_bytes = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
  }
  environment.open_files = posix::open_file_limit();
  if (layout != nullptr) {
    environment.server_cpus = layout->server;
    environment.client_cpus = layout->client;
    environment.remarks = layout->remarks;
  }
  read_settings(environment,
                environment.allowed_cpus.empty() ? 0 : environment.allowed_cpus.front());
  read_mitigations(environment);
  add_remarks(environment);
  return environment;
}

}  // namespace joust::suites
