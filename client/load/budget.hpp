// What a load needs of this machine, found out before its first request: descriptors, ports, local
// addresses. Changes nothing but the soft limit of open files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "client/http/endpoint.hpp"
#include "results/model/load_plan.hpp"

namespace joust::client {

/// The plan's local addresses, each tried. Error{user_input} names the one that connections to none
/// of `endpoints` can come from.
std::vector<Endpoint> sources_of(const LoadPlan& plan, const std::vector<Endpoint>& endpoints);

struct Need {
  const LoadPlan& plan;
  const std::vector<Endpoint>& endpoints;
  const std::vector<Endpoint>& sources;
  std::uint32_t threads = 1;
  std::size_t watched_files = 0;  // of a watched process tree when the load begins
};

/// Error{user_input} with the need, the limit and what to do.
void require_room(const Need& need);

}  // namespace joust::client
