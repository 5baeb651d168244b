// What the programs of this room say about their library. A library of headers has the version it
// was compiled with.
#pragma once

#include <boost/version.hpp>
#include <fmt/format.h>
#include <string>

#include "base/version.hpp"

namespace joust::beast {

inline std::string program_version() {
  return fmt::format("{} (Boost.Beast {}.{})", joust::version(), BOOST_VERSION / 100'000,
                     BOOST_VERSION / 100 % 1000);
}

}  // namespace joust::beast
