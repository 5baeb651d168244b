// One thread of joust-bufferevent: an event base, a listening socket, and the connections.
#pragma once

#include "servers/site/server_main.hpp"

namespace joust::libevent {

/// A site::Serve.
void serve_bufferevents(site::Worker& worker);

}  // namespace joust::libevent
