// One thread of joust-beast-async: an io_context, the acceptor, the sessions, the end.
#pragma once

#include "servers/site/server_main.hpp"

namespace joust::beast {

/// A site::Serve.
void serve_async(site::Worker& worker);

}  // namespace joust::beast
