#include "suites/run/executor.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/error.hpp"

namespace joust::suites {
namespace {

struct PendingBlock {
  const PlannedBlock* planned = nullptr;
  std::uint32_t attempt = 0;
  bool dropped_before = false;
};

using BlockName = std::pair<std::uint32_t, std::string>;  // sweep and cell

enum class BlockEnding { complete, dropped, interrupted };

const Contender& contender_of(const Design& design, const std::string& id) {
  const auto found = std::find_if(design.contenders.begin(), design.contenders.end(),
                                  [&](const Contender& contender) { return contender.id == id; });
  if (found == design.contenders.end()) {
    throw user_error("the plan's schedule names a contender '{}' that the plan does not have", id);
  }
  return *found;
}

const Cell& cell_of(const Design& design, const std::string& id) {
  const auto found = std::find_if(design.cells.begin(), design.cells.end(),
                                  [&](const Cell& cell) { return cell.id() == id; });
  if (found == design.cells.end()) {
    throw user_error("the plan's schedule names a cell '{}' that the plan does not have", id);
  }
  return *found;
}

class Execution {
 public:
  Execution(const Run& run, const ExecutorHooks& hooks) : run_(run), hooks_(hooks) {
    for (const PlannedBlock& block : run.design.schedule) {
      progress_.visits_planned += block.order.size();
    }
  }

  Ending carry_out(const std::vector<Visit>& already) {
    const std::vector<PendingBlock> pending = what_is_left(already);
    std::deque<PendingBlock> at_the_end;
    for (std::size_t first = 0; first < pending.size();) {
      const std::uint32_t sweep = pending[first].planned->sweep;
      std::deque<PendingBlock> queue;
      for (; first < pending.size() && pending[first].planned->sweep == sweep; ++first) {
        queue.push_back(pending[first]);
      }
      if (const auto early = work_off(queue, at_the_end)) return *early;
    }
    if (const auto early = work_off(at_the_end, at_the_end)) return *early;
    return Ending::complete;
  }

 private:
  // Blocks without a complete attempt that counts, each with its next attempt's number.
  std::vector<PendingBlock> what_is_left(const std::vector<Visit>& already) {
    std::map<BlockName, std::map<std::uint32_t, std::vector<const Visit*>>> attempts;
    for (const Visit& visit : already) {
      attempts[{visit.sweep, visit.cell}][visit.attempt].push_back(&visit);
    }
    std::vector<PendingBlock> pending;
    for (const PlannedBlock& block : run_.design.schedule) {
      const auto made = attempts.find({block.sweep, block.cell});
      if (made == attempts.end()) {
        pending.push_back({&block, 0, false});
        continue;
      }
      const bool complete =
          std::any_of(made->second.begin(), made->second.end(),
                      [&](const auto& attempt) { return is_complete(block, attempt.second); });
      if (complete) {
        progress_.visits_done += block.order.size();
      } else {
        pending.push_back({&block, made->second.rbegin()->first + 1, false});
      }
    }
    return pending;
  }

  bool is_complete(const PlannedBlock& block, const std::vector<const Visit*>& visits) const {
    std::set<std::string> visited;
    for (const Visit* visit : visits) {
      if (drops_its_block(*visit)) return false;
      visited.insert(visit->contender);
    }
    return std::all_of(block.order.begin(), block.order.end(),
                       [&](const std::string& id) { return visited.contains(id); });
  }

  bool drops_its_block(const Visit& visit) const { return !visit.quiet() && !run_.allow_noise; }

  // Until `queue` is empty; something when the run is to end before.
  std::optional<Ending> work_off(std::deque<PendingBlock>& queue,
                                 std::deque<PendingBlock>& at_the_end) {
    while (!queue.empty()) {
      const PendingBlock block = queue.front();
      queue.pop_front();
      const BlockEnding ending = make_block(block);
      if (ending == BlockEnding::interrupted) return Ending::interrupted;
      if (ending == BlockEnding::complete) {
        dropped_in_a_row_ = 0;
        continue;
      }
      if (++dropped_ > droppable_blocks(run_.design.schedule.size())) return Ending::too_noisy;
      ++dropped_in_a_row_;
      if (hooks_.settle) hooks_.settle(dropped_in_a_row_);
      (block.dropped_before ? at_the_end : queue)
          .push_back({block.planned, block.attempt + 1, true});
    }
    return std::nullopt;
  }

  BlockEnding make_block(const PendingBlock& block) {
    const Cell& cell = cell_of(run_.design, block.planned->cell);
    const std::vector<std::string>& order = block.planned->order;
    for (std::size_t position = 0; position < order.size(); ++position) {
      if (hooks_.stop_requested && hooks_.stop_requested()) return BlockEnding::interrupted;
      const VisitRequest request{contender_of(run_.design, order[position]),
                                 cell,
                                 block.planned->sweep,
                                 block.attempt,
                                 static_cast<std::uint32_t>(position),
                                 position + 1 == order.size()};
      const std::optional<Visit> visit = make_visit(request);
      if (!visit) return BlockEnding::interrupted;
      hooks_.record(*visit);
      const bool dropped = drops_its_block(*visit);
      if (dropped) {
        progress_.visits_done -= position;
      } else {
        ++progress_.visits_done;
      }
      report(*visit, dropped);
      if (dropped) return BlockEnding::dropped;
    }
    return BlockEnding::complete;
  }

  std::optional<Visit> make_visit(const VisitRequest& request) {
    try {
      return hooks_.make_visit(request);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::interrupted) return std::nullopt;
      throw;
    }
  }

  void report(const Visit& visit, bool dropped) {
    progress_.latest = &visit;
    progress_.block_dropped = dropped;
    if (hooks_.progress) hooks_.progress(progress_);
    progress_.latest = nullptr;
  }

  const Run& run_;
  const ExecutorHooks& hooks_;
  ExecutorProgress progress_;
  std::size_t dropped_ = 0;
  std::size_t dropped_in_a_row_ = 0;
};

}  // namespace

std::size_t droppable_blocks(std::size_t planned) {
  // d of planned + d blocks made are 30 % at d = 3/7 planned. Rounded up, so that even the smallest
  // run may repeat one block.
  return (planned * 3 + 6) / 7;
}

Ending execute(const Run& run, const ExecutorHooks& hooks, const std::vector<Visit>& already) {
  return Execution{run, hooks}.carry_out(already);
}

}  // namespace joust::suites
