// Why a visit is not valid, as reports say it; private to suites/judge. Reads no log: what a visit
// recorded of it is all there is.
#pragma once

#include <string>

#include "results/model/visit.hpp"

namespace joust::suites {

/// ` ("cannot listen on 127.0.0.1:8080: Address already in use")` where a server failed and said
/// something last, else "": belongs behind the first of the visit's reasons.
std::string last_words(const Visit& visit);

}  // namespace joust::suites
