// Which engine a load runs on.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "client/engines/engine.hpp"

namespace joust::client {

/// As --engine takes them.
const std::vector<std::string>& engine_names();

/// The engine that "auto" stands for; any other name as it is. Epoll: measured, it costs less than
/// io_uring or the same at every size and number of connections (docs/method.md).
std::string_view engine_for(std::string_view asked);

/// "epoll" or "uring". Made in the thread that uses it. Error{machine} where the kernel refuses.
std::unique_ptr<Engine> make_engine(std::string_view name, std::size_t slots);

}  // namespace joust::client
