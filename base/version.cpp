#include "base/version.hpp"

namespace joust {

std::string_view version() { return JOUST_VERSION; }

}  // namespace joust
