#include "servers/site/full_house.hpp"

#include <cstdio>
#include <errno.h>  // program_invocation_short_name, of GNU

namespace joust::site {

void FullHouse::say(std::uint64_t connections) {
  if (said_) return;
  said_ = true;
  std::fprintf(stderr,
               "%s: %llu connections, as many as --max-connections and the limit of open files "
               "(ulimit -n) allow; further ones wait until one ends\n",
               program_invocation_short_name, static_cast<unsigned long long>(connections));
}

}  // namespace joust::site
