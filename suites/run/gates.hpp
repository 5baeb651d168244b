// What makes a measured visit count: pure functions from a LoadResult to reasons and marks. Blind
// to who wins; nothing here looks at a rate. The rules and their numbers are METHOD's.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "results/model/contender.hpp"
#include "results/model/load_result.hpp"
#include "results/model/visit.hpp"

namespace joust::suites {

namespace limits {
inline constexpr double littles_law =
    0.03;  // deviation of the connections at work from those asked
inline constexpr double full_thread = 0.95;     // of the window on a CPU: a thread has no room left
inline constexpr double run_queue_wait = 0.02;  // of the window, of a pinned thread
inline constexpr double steal = 0.02;           // of the block
inline constexpr double foreign = 0.05;         // of the block, where run-queue waits cannot be had
}  // namespace limits

// --- answers and accounting: every sentence is a reason why the visit is invalid
std::vector<std::string> answer_reasons(const LoadResult& result);
std::vector<std::string> accounting_reasons(const LoadResult& result);
std::vector<std::string> littles_law_reasons(const LoadResult& result);
/// All three, and what the client itself found invalid when they find nothing.
std::vector<std::string> gate_reasons(const LoadResult& result);

// --- marks: the visit counts, with a word beside it
/// "client-limited", "server-limited", "latency-bound", "unanswered", "degraded".
std::vector<std::string> marks_of(const LoadResult& result, Side compared);

// --- the quiet machine
/// How many CPUs a side had to itself; 0: not pinned, or shared with the other side. There a wait
/// says nothing about others.
struct OwnCpus {
  std::size_t server = 0;
  std::size_t client = 0;
};
/// Largest run-queue wait of a thread that its own process's other threads cannot explain. Nothing
/// where it was not measured or says nothing.
std::optional<double> server_wait_share(const LoadResult& result, OwnCpus own);
std::optional<double> client_wait_share(const LoadResult& result, OwnCpus own);

/// Over the whole block; nothing before its last visit, or where it was not measured.
struct BlockNoise {
  std::optional<double> steal_share;
  std::optional<double> foreign_share;
};
/// Why the block is not quiet, each a sentence.
std::vector<std::string> disturbances_of(const MachineNoise& visit, const BlockNoise& block);

}  // namespace joust::suites
