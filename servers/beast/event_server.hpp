// One thread of an event-driven server: an io_context, the acceptor, the clock's ticks, the end.
// Knows nothing of HTTP, nor how a connection moves its bytes.
#pragma once

#include "servers/beast/net.hpp"
#include "servers/beast/thread_state.hpp"
#include "servers/site/server_main.hpp"

namespace joust::beast {

/// Makes a Connection that lives as long as it has something pending.
using StartConnection = void (*)(Socket socket, ThreadState& thread);

/// What a site::Serve does, with connections of one kind.
void serve_events(site::Worker& worker, StartConnection start);

}  // namespace joust::beast
