// One connection of joust-beast-coro: one C++20 coroutine from the first byte to the last. What is
// read and answered is the same as with callbacks; only the moving of bytes differs.
#pragma once

#include "servers/beast/net.hpp"
#include "servers/beast/thread_state.hpp"

namespace joust::beast {

/// A StartConnection.
void start_coroutine(Socket socket, ThreadState& thread);

}  // namespace joust::beast
