// The io_uring engine: one receive for the life of a socket, one queued send a request, one call of
// the kernel a pass for all of them.
#pragma once

#include <cstddef>
#include <memory>

#include "client/engines/engine.hpp"

namespace joust::client {

/// For connections 0 to slots-1; made and used by one thread. Error{machine} where the kernel
/// refuses.
std::unique_ptr<Engine> make_uring_engine(std::size_t slots);

}  // namespace joust::client
