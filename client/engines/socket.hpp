// How every engine makes its sockets: the same options, the same errors.
#pragma once

#include "base/unique_fd.hpp"
#include "client/engines/engine.hpp"

namespace joust::client {

/// Non-blocking, TCP_NODELAY, bound to the source where one is named; not connected yet. Invalid
/// where the system refuses: errno says why.
UniqueFd make_socket(const Address& to);

}  // namespace joust::client
