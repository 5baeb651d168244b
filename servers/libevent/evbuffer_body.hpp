// Bodies of the site in libevent's buffers, without copying: each holds on to its owner until the
// bytes are sent or given up.
#pragma once

#include <event2/buffer.h>

#include "servers/site/response.hpp"

namespace joust::libevent {

/// False: no memory.
bool add_bytes(evbuffer* out, const site::PreparedBytes& body);

/// For a buffer that drains to a socket: the bytes go by sendfile.
bool add_file(evbuffer* out, const site::FileRange& part);

}  // namespace joust::libevent
