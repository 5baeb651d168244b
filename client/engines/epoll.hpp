// The epoll engine: one send, one recv and a share of one epoll_wait a request.
#pragma once

#include <cstddef>
#include <memory>

#include "client/engines/engine.hpp"

namespace joust::client {

/// For connections 0 to slots-1; made and used by one thread. Error{machine} where the kernel
/// refuses.
std::unique_ptr<Engine> make_epoll_engine(std::size_t slots);

}  // namespace joust::client
