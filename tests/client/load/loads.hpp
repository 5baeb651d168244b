// Peers, plans and identities that the tests of the load share.
#pragma once

#include <cstdint>
#include <string>

#include "client/load/load_generator.hpp"
#include "results/model/load_plan.hpp"
#include "results/model/load_result.hpp"
#include "tests/support/scripted_peer.hpp"

namespace joust::test {

/// Sends `bytes` for every request.
Script answering(std::string bytes, ScriptEnd end = ScriptEnd::keep);
std::string answer_with(const std::string& body);

/// As client::run_load, on the engine that the environment's JOUST_TEST_ENGINE names (every test
/// runs once on each). Where the kernel refuses it, on the other one, with a warning.
LoadResult load(LoadPlan plan, const client::LoadHooks& hooks = {});

LoadPlan counted(const ScriptedPeer& peer, std::uint64_t requests, std::uint32_t connections);

std::uint64_t failed(const LoadResult& result, FailureClass failure);
/// What holds of every load, whatever the peer did.
void check_identities(const LoadResult& result);

}  // namespace joust::test
