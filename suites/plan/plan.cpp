#include "suites/plan/plan.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

#include "base/error.hpp"
#include "suites/plan/order.hpp"

namespace joust::suites {
namespace {

std::vector<Cell> cells_of(const Suite& suite) {
  std::vector<Cell> cells;
  for (const Document& document : suite.documents) {
    for (const std::uint32_t connections : suite.connections) {
      for (const bool keepalive : suite.keepalive) {
        for (const std::uint32_t client_threads : suite.client_threads) {
          for (const std::uint32_t server_threads : suite.server_threads) {
            cells.push_back({document, connections, keepalive, client_threads, server_threads});
          }
        }
      }
    }
  }
  return cells;
}

const ServerEntry& server_entry(const Catalogue& catalogue, const ProgramChoice& choice) {
  const auto found = catalogue.servers.find(choice.name);
  if (found == catalogue.servers.end()) {
    throw user_error("the catalogue has no server '{}'", choice.name);
  }
  return found->second;
}

const ClientEntry& client_entry(const Catalogue& catalogue, const ProgramChoice& choice) {
  const auto found = catalogue.clients.find(choice.name);
  if (found == catalogue.clients.end()) {
    throw user_error("the catalogue has no client '{}'", choice.name);
  }
  return found->second;
}

/// Collects contenders; those that cannot run here go to `absent`.
class ContenderList {
 public:
  ContenderList(const Suite& suite, const Catalogue& catalogue, const Installed& installed)
      : suite_(suite), catalogue_(catalogue), installed_(installed) {}

  Plan gather() {
    if (suite_.compare == Side::servers) {
      const ProgramChoice& client = suite_.clients.front().choice;
      require(installed_.client(client_entry(catalogue_, client)), "client", client.name);
      for (const SuiteProgram& server : suite_.servers) {
        add({server.id, Side::servers, Role::contender, server.choice, client, {}, {}},
            installed_.server(server_entry(catalogue_, server.choice)));
      }
      if (suite_.anchor) add_anchor(client);
    } else {
      const ProgramChoice& server = suite_.servers.front().choice;
      require(installed_.server(server_entry(catalogue_, server)), "server", server.name);
      for (const SuiteProgram& client : suite_.clients) {
        add({client.id, Side::clients, Role::contender, server, client.choice, {}, {}},
            installed_.client(client_entry(catalogue_, client.choice)));
      }
    }
    return std::move(plan_);
  }

 private:
  static void require(const Availability& availability, const char* what, const std::string& name) {
    if (!availability.why_not.empty()) {
      throw user_error("{} '{}' cannot run here: {}", what, name, availability.why_not);
    }
  }

  void add(Contender contender, const Availability& availability) {
    if (!availability.why_not.empty()) {
      plan_.absent.push_back({contender.id, availability.why_not});
      return;
    }
    contender.version = availability.version;
    plan_.design.contenders.push_back(std::move(contender));
  }

  void add_anchor(const ProgramChoice& client) {
    const auto& servers = catalogue_.servers;
    const auto found = std::find_if(servers.begin(), servers.end(),
                                    [](const auto& one) { return one.second.kind == "anchor"; });
    if (found == servers.end()) {
      plan_.absent.push_back({"the anchor", "the catalogue has no server with kind = \"anchor\""});
      return;
    }
    add({found->first, Side::servers, Role::anchor, {found->first, {}, {}}, client, {}, {}},
        installed_.server(found->second));
  }

  const Suite& suite_;
  const Catalogue& catalogue_;
  const Installed& installed_;
  Plan plan_;
};

void check_reference(const Suite& suite, const Plan& plan) {
  std::string reasons;
  for (const Plan::Absent& absent : plan.absent) {
    reasons += fmt::format("\n  {}: {}", absent.contender, absent.why_not);
  }
  const auto& contenders = plan.design.contenders;
  const bool any = std::any_of(contenders.begin(), contenders.end(),
                               [](const Contender& one) { return one.role == Role::contender; });
  if (!any)
    throw user_error("none of the suite's {} can run here:{}", name_of(suite.compare), reasons);
  for (const Plan::Absent& absent : plan.absent) {
    if (absent.contender != suite.reference) continue;
    throw user_error(
        "the reference '{}' cannot run here: {}; choose another with --set reference={}",
        suite.reference, absent.why_not, contenders.front().id);
  }
}

/// Why a contender cannot do a cell; nothing when it can.
std::optional<std::string> refusal(const Contender& contender, const Cell& cell,
                                   const Catalogue& catalogue) {
  auto reason = server_entry(catalogue, contender.server).refuses(cell);
  if (!reason) reason = client_entry(catalogue, contender.client).refuses(cell);
  return reason;
}

/// The contenders of each cell, in the design's order; the others become NotApplicable rows.
std::map<std::string, std::vector<std::string>> applicable(Design& design,
                                                           const Catalogue& catalogue) {
  std::map<std::string, std::vector<std::string>> by_cell;
  for (const Cell& cell : design.cells) {
    for (const Contender& contender : design.contenders) {
      if (auto reason = refusal(contender, cell, catalogue)) {
        design.not_applicable.push_back({contender.id, cell.id(), std::move(*reason)});
      } else {
        by_cell[cell.id()].push_back(contender.id);
      }
    }
  }
  return by_cell;
}

/// The sweep is the outer loop: every cell's blocks span the whole run.
std::vector<PlannedBlock> schedule_of(
    const Design& design, const std::map<std::string, std::vector<std::string>>& by_cell) {
  std::map<std::string, std::vector<std::vector<std::size_t>>> orders;
  std::vector<std::string> cells;
  for (const Cell& cell : design.cells) {
    const auto contenders = by_cell.find(cell.id());
    if (contenders == by_cell.end()) continue;
    cells.push_back(cell.id());
    // Each cell has a seed of its own: its orders do not depend on which other cells there are.
    orders[cell.id()] = balanced_orders(contenders->second.size(), design.blocks,
                                        derived_seed(design.seed, cell.id()));
  }
  Random random(derived_seed(design.seed, "order of the cells"));
  std::vector<PlannedBlock> schedule;
  for (std::uint32_t sweep = 0; sweep < design.blocks; ++sweep) {
    shuffle(cells, random);
    for (const std::string& cell : cells) {
      PlannedBlock block{sweep, cell, {}};
      for (const std::size_t index : orders.at(cell)[sweep]) {
        block.order.push_back(by_cell.at(cell)[index]);
      }
      schedule.push_back(std::move(block));
    }
  }
  return schedule;
}

}  // namespace

Plan make_plan(const Suite& suite, const Catalogue& catalogue, std::uint64_t seed,
               const Installed& installed) {
  Plan plan = ContenderList(suite, catalogue, installed).gather();
  check_reference(suite, plan);
  Design& design = plan.design;
  design.compare = suite.compare;
  design.reference = suite.reference;
  design.cells = cells_of(suite);
  design.blocks = suite.blocks;
  design.warmup = suite.warmup;
  design.measure = suite.measure;
  design.requests = suite.requests;
  design.judgement = suite.judgement;
  design.seed = seed;
  design.schedule = schedule_of(design, applicable(design, catalogue));
  if (design.schedule.empty()) {
    const NotApplicable& first = design.not_applicable.front();
    throw user_error("no contender can do any cell of the suite; {} in {}: {}", first.contender,
                     first.cell, first.reason);
  }
  return plan;
}

Nanoseconds measuring_time(const Design& design) {
  Nanoseconds sum{0};
  const Nanoseconds visit = design.warmup + design.measure.value_or(Nanoseconds{0});
  for (const PlannedBlock& block : design.schedule) {
    sum += visit * static_cast<std::int64_t>(block.order.size());
  }
  return sum;
}

}  // namespace joust::suites
