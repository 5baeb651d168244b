// The whole of joust-beast-threads but for its connections: accepts, starts a thread for each,
// knows how many there are, ends them. Knows nothing of HTTP.
#pragma once

#include "servers/site/server_main.hpp"

namespace joust::beast {

/// A site::Serve, for one worker only.
void serve_threads(site::Worker& worker);

}  // namespace joust::beast
