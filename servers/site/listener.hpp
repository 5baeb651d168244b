// The listening sockets of a reference server: the same options for all of them.
#pragma once

#include <vector>

#include "base/unique_fd.hpp"
#include "servers/site/options.hpp"

namespace joust::site {

/// One socket a thread, all on the same port (SO_REUSEPORT where there are several), with
/// SO_REUSEADDR, the backlog, and TCP_NODELAY, which accepted connections inherit.
std::vector<UniqueFd> open_listeners(const Options& options);

}  // namespace joust::site
