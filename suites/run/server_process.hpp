// One server of the catalogue in a fresh process: rendered, started, found ready, stopped, and its
// whole tree reaped. What the server does wrong is a sentence, never an Error. Measures nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "results/model/cell.hpp"
#include "results/model/contender.hpp"
#include "suites/catalogue/server_entry.hpp"
#include "suites/machine/ports.hpp"
#include "suites/run/guard.hpp"
#include "suites/run/visit_log.hpp"

namespace joust::suites {

struct ServerSetup {
  const ServerEntry& entry;
  const ProgramChoice& choice;
  const Cell& cell;
  std::filesystem::path root;  // of the documents
  std::filesystem::path work;  // the server's own scratch folder, empty
  std::vector<int> cpus;       // empty: not pinned
  const VisitLog& log;
  PortPicker& ports;
  std::function<bool()> stop_requested;  // while waiting: Error{interrupted}
};

class ServerProcess {
 public:
  /// Renders command and configuration, starts the server and waits until it is ready: its READY
  /// line, or the expected document byte for byte from a port that was free before. Look at
  /// `trouble` next. Error: the runner's own troubles, or somebody wants to stop.
  explicit ServerProcess(const ServerSetup& setup);

  /// Why there is no ready server; "" when there is one.
  const std::string& trouble() const { return trouble_; }

  /// "http://127.0.0.1:40123"
  const std::string& base_url() const { return base_url_; }
  /// Nothing for a server that somebody else runs.
  std::optional<pid_t> pid() const;

  /// How it has ended by itself, or does so within `grace`, as a sentence; "" while it runs.
  std::string end_sentence(Nanoseconds grace);

  struct Stopped {
    std::optional<TreeEnd> end;
    std::vector<std::string> reasons;  // the port stays busy
    std::vector<std::string> marks;    // "killed": it did not stop when asked
  };
  Stopped stop();

 private:
  void start(const ServerSetup& setup);
  void await_ready(const ServerSetup& setup);
  void set_port(std::uint16_t port);
  bool is_ready(const ServerSetup& setup, std::string& problem);

  std::string trouble_;
  std::string base_url_;
  std::uint16_t port_ = 0;
  std::optional<GuardedProcess> process_;
};

}  // namespace joust::suites
