// The project's version, as CMake knows it.
#pragma once

#include <string_view>

namespace joust {

/// "0.1.0".
std::string_view version();

}  // namespace joust
