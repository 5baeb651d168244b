// Makes one visit: server up, verify, load, verify again, server down, gates. Whatever a server or
// client does wrong ends up in the Visit; only the runner's own troubles leave as Error.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "results/model/run.hpp"
#include "results/model/visit.hpp"
#include "suites/catalogue/catalogue.hpp"
#include "suites/machine/noise.hpp"
#include "suites/machine/pinning.hpp"
#include "suites/machine/ports.hpp"
#include "suites/run/executor.hpp"
#include "suites/run/gates.hpp"
#include "suites/run/server_process.hpp"
#include "suites/run/work_folder.hpp"

namespace joust::suites {

/// The CPUs a run may use; `pin` = false leaves every process where the kernel wants it.
struct CpuChoice {
  bool pin = true;
  std::vector<int> allowed;
  std::vector<std::vector<int>> siblings;

  CpuLayout layout_for(CpuWishes wishes) const { return lay_out_cpus(allowed, siblings, wishes); }
};

class VisitMaker {
 public:
  struct Setup {
    const Run& run;
    const Catalogue& catalogue;
    const WorkFolder& work;
    std::filesystem::path documents;  // the folder of write_site_files
    std::filesystem::path directory;  // of the run: logs are named relative to it
    std::filesystem::path logs;
    CpuChoice cpus;
    std::function<bool()> stop_requested;
  };
  explicit VisitMaker(Setup setup);

  Visit make(const VisitRequest& request);

 private:
  struct Sides;
  Sides sides_of(const VisitRequest& request, const Visit& visit) const;
  void measure(const VisitRequest& request, const Sides& sides, Visit& visit);
  void verify_and_load(const VisitRequest& request, const Sides& sides, ServerProcess& server,
                       Visit& visit);
  std::optional<double> foreign_share(const CpuTimes& now) const;
  void judge_noise(const VisitRequest& request, const Sides& sides, Visit& visit);

  Setup setup_;
  PortPicker ports_;
  bool schedstat_ = false;
  // Of the block being made.
  struct BlockStart {
    std::optional<CpuTimes> cpus;
    ProcessLook processes;
    std::int64_t started_ns = 0;
    std::int64_t own_cpu_ns = 0;  // used by the runner, its servers and clients since
  } block_;
};

}  // namespace joust::suites
