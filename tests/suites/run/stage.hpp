// What visits need, without a suite: test servers as catalogue entries, shell scripts as load
// clients, a run with one cell, folders that go with it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "results/model/run.hpp"
#include "results/model/visit.hpp"
#include "suites/catalogue/catalogue.hpp"
#include "suites/run/visit_maker.hpp"
#include "suites/run/work_folder.hpp"
#include "tests/support/temporary_folder.hpp"

namespace joust::suites {

/// tests/support/test_server with these arguments, ready by its READY line.
ServerEntry server_entry(std::vector<std::string> arguments);

/// A load result without fault, as a load client would give it.
LoadResult faultless_result();

class Stage {
 public:
  Stage();

  const std::filesystem::path& folder() const { return folder_.path(); }
  /// A client that runs this shell script with the plan's and the result's path as $1 and $2.
  ClientEntry client_entry(const std::string& script) const;
  /// A client whose result is this one.
  ClientEntry client_giving(const LoadResult& result) const;

  /// One visit of this server under this client.
  Visit visit(const ServerEntry& server, const ClientEntry& client,
              std::function<bool()> stop_requested = {});
  Visit visit(const ServerEntry& server) {
    return visit(server, client_giving(faultless_result()));
  }

  Run run;
  bool pin = true;

 private:
  test::TemporaryFolder folder_;
  WorkFolder work_;
  std::filesystem::path documents_;
};

}  // namespace joust::suites
