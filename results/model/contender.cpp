#include "results/model/contender.hpp"

namespace joust {

std::string_view name_of(Side side) { return side == Side::servers ? "servers" : "clients"; }

}  // namespace joust
