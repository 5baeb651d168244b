#include "suites/run/resume.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/posix.hpp"
#include "base/sha256.hpp"

namespace joust::suites {
namespace {

template <typename Entry>
std::optional<std::string> executable_bytes(const std::map<std::string, Entry>& entries,
                                            const std::string& name) {
  const auto entry = entries.find(name);
  if (entry == entries.end()) return std::nullopt;
  if (entry->second.command.empty()) return "";  // somebody else runs it
  const auto executable = find_executable(entry->second.command.front());
  if (!executable) return std::nullopt;
  return posix::read_file(*executable);
}

/// "6.18" of "6.18.44": what decides is the release, not the patch.
std::string kernel_release(const std::string& kernel) {
  const auto first = kernel.find('.');
  const auto second = first == std::string::npos ? first : kernel.find('.', first + 1);
  return kernel.substr(0, second);
}

class Changes {
 public:
  void compare(std::string_view what, const std::string& then, const std::string& now) {
    if (then != now) all_.push_back(fmt::format("{} was '{}' and is '{}'", what, then, now));
  }
  void add(std::string sentence) { all_.push_back(std::move(sentence)); }
  std::vector<std::string> all() && { return std::move(all_); }

 private:
  std::vector<std::string> all_;
};

std::string list(const std::vector<int>& cpus) { return fmt::format("{}", fmt::join(cpus, ",")); }

}  // namespace

std::string build_of(const Contender& contender, const Catalogue& catalogue) {
  const auto server = executable_bytes(catalogue.servers, contender.server.name);
  const auto client = executable_bytes(catalogue.clients, contender.client.name);
  if (!server || !client) return "";
  return sha256_hex(sha256_hex(*server) + sha256_hex(*client));
}

std::vector<std::string> changes_since(const Run& run, const Circumstances& now) {
  Changes changes;
  const Environment& then = run.environment;
  changes.compare("the CPU", then.cpu_model, now.environment.cpu_model);
  changes.compare("the number of CPUs", std::to_string(then.cpus_online),
                  std::to_string(now.environment.cpus_online));
  changes.compare("the kernel", kernel_release(then.kernel),
                  kernel_release(now.environment.kernel));
  changes.compare("the virtualisation", then.virtualisation, now.environment.virtualisation);
  changes.compare("the CPU list of servers", list(then.server_cpus),
                  list(now.environment.server_cpus));
  changes.compare("the CPU list of clients", list(then.client_cpus),
                  list(now.environment.client_cpus));
  changes.compare("joust's version", run.version, now.version);
  for (std::size_t i = 0; i < run.design.contenders.size(); ++i) {
    const Contender& contender = run.design.contenders[i];
    if (i < now.builds.size() && contender.build == now.builds[i]) continue;
    changes.add(fmt::format("a program of '{}' is not the one that was measured", contender.id));
  }
  if (now.suite_text && *now.suite_text != run.suite_text) {
    changes.add(fmt::format("the suite '{}' was edited", run.suite_name));
  }
  return std::move(changes).all();
}

}  // namespace joust::suites
