#include "suites/machine/pinning.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <string_view>

#include "base/posix.hpp"

namespace joust::suites {
namespace {

// CPUs grouped by core, cores in order of their first CPU.
std::vector<std::vector<int>> cores_of(const std::vector<int>& allowed,
                                       const std::vector<std::vector<int>>& siblings) {
  std::vector<std::vector<int>> cores;
  std::set<int> placed;
  for (const int cpu : allowed) {
    if (placed.contains(cpu)) continue;
    std::vector<int> core{cpu};
    for (const std::vector<int>& group : siblings) {
      if (std::find(group.begin(), group.end(), cpu) == group.end()) continue;
      for (const int other : allowed) {
        const bool together = std::find(group.begin(), group.end(), other) != group.end();
        if (other != cpu && together && !placed.contains(other)) core.push_back(other);
      }
    }
    placed.insert(core.begin(), core.end());
    cores.push_back(core);
  }
  return cores;
}

// How many of `available` places each side gets.
CpuWishes cut(CpuWishes wishes, std::size_t available) {
  wishes.server = std::max<std::size_t>(wishes.server, 1);
  wishes.client = std::max<std::size_t>(wishes.client, 1);
  while (wishes.server + wishes.client > available) {
    if (wishes.client > 1) {
      --wishes.client;
    } else {
      --wishes.server;
    }
  }
  return wishes;
}

// Whole cores from either end first, then the second threads of the cores a side has already.
void take_cores(const std::vector<std::vector<int>>& cores, CpuWishes share, CpuLayout& layout) {
  std::size_t front = 0;
  std::size_t back = cores.size();
  while (front < back &&
         (layout.server.size() < share.server || layout.client.size() < share.client)) {
    if (layout.server.size() < share.server) layout.server.push_back(cores[front++].front());
    if (front < back && layout.client.size() < share.client) {
      layout.client.push_back(cores[--back].front());
    }
  }
  const auto take_seconds = [&](std::size_t from, std::size_t to, std::size_t wanted,
                                std::vector<int>& side) {
    for (std::size_t core = from; core < to; ++core) {
      for (std::size_t i = 1; i < cores[core].size() && side.size() < wanted; ++i) {
        side.push_back(cores[core][i]);
      }
    }
  };
  take_seconds(0, front, share.server, layout.server);
  take_seconds(back, cores.size(), share.client, layout.client);
}

bool share_a_core(const CpuLayout& layout, const std::vector<std::vector<int>>& siblings) {
  const auto holds_one_of = [](const std::vector<int>& group, const std::vector<int>& cpus) {
    return std::any_of(cpus.begin(), cpus.end(), [&](int cpu) {
      return std::find(group.begin(), group.end(), cpu) != group.end();
    });
  };
  return std::any_of(siblings.begin(), siblings.end(), [&](const std::vector<int>& group) {
    return holds_one_of(group, layout.server) && holds_one_of(group, layout.client);
  });
}

std::optional<int> number_in(std::string_view text) {
  int value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

CpuLayout lay_out_cpus(const std::vector<int>& allowed,
                       const std::vector<std::vector<int>>& siblings, CpuWishes wishes) {
  CpuLayout layout;
  if (allowed.size() < 2) {
    layout.server = allowed;
    layout.client = allowed;
    layout.shared = true;
    layout.remarks.emplace_back("1 CPU: server and client share it");
    return layout;
  }
  const CpuWishes share = cut(wishes, allowed.size());
  const std::vector<std::vector<int>> cores = cores_of(allowed, siblings);
  if (cores.size() >= 2) take_cores(cores, share, layout);
  if (layout.server.size() < share.server || layout.client.size() < share.client) {
    // Cores do not go round: fall back to CPUs, whatever they share.
    const auto servers = static_cast<std::ptrdiff_t>(share.server);
    const auto clients = static_cast<std::ptrdiff_t>(share.client);
    layout.server.assign(allowed.begin(), allowed.begin() + servers);
    layout.client.assign(allowed.end() - clients, allowed.end());
  }
  std::sort(layout.server.begin(), layout.server.end());
  std::sort(layout.client.begin(), layout.client.end());
  if (share.server < wishes.server) {
    layout.remarks.push_back(fmt::format("{} CPUs allowed: servers of {} threads get {}",
                                         allowed.size(), wishes.server, share.server));
  }
  if (share.client < wishes.client) {
    layout.remarks.push_back(fmt::format("{} CPUs allowed: clients of {} threads get {}",
                                         allowed.size(), wishes.client, share.client));
  }
  if (share_a_core(layout, siblings)) {
    layout.remarks.emplace_back("server and client run on sibling threads of one core");
  }
  return layout;
}

std::vector<int> parse_cpu_list(const std::string& text) {
  std::vector<int> cpus;
  std::string_view rest = text;
  while (!rest.empty()) {
    std::string_view item = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(item.size() + 1, rest.size()));
    while (!item.empty() && (item.back() == '\n' || item.back() == ' ')) item.remove_suffix(1);
    const std::size_t dash = item.find('-');
    const auto first = number_in(item.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : number_in(item.substr(dash + 1));
    if (!first || !last) continue;
    for (int cpu = *first; cpu <= *last; ++cpu) cpus.push_back(cpu);
  }
  return cpus;
}

std::vector<std::vector<int>> sibling_groups(const std::vector<int>& cpus) {
  std::set<std::vector<int>> groups;
  for (const int cpu : cpus) {
    const std::string path =
        fmt::format("/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list", cpu);
    const std::vector<int> group = parse_cpu_list(posix::read_small_file_or_empty(path.c_str()));
    if (group.size() > 1) groups.insert(group);
  }
  return {groups.begin(), groups.end()};
}

}  // namespace joust::suites
