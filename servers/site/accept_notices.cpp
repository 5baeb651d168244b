#include "servers/site/accept_notices.hpp"

#include <cstdio>
#include <errno.h>  // program_invocation_short_name, of GNU

namespace joust::site {

void AcceptNotices::say_full() {
  if (full_said_.exchange(true)) return;
  std::fprintf(stderr,
               "%s: as many connections as --max-connections and the limit of open files "
               "(ulimit -n) allow, %llu at the most; further ones wait until one ends\n",
               program_invocation_short_name, static_cast<unsigned long long>(most_connections_));
}

void AcceptNotices::say_refused(const char* why) {
  if (refused_said_.exchange(true)) return;
  std::fprintf(stderr,
               "%s: cannot accept connections for now: %s; trying again every %d ms until it "
               "works; raise the limit (ulimit -n, ulimit -u) or lower --max-connections\n",
               program_invocation_short_name, why, static_cast<int>(pause.count()));
}

}  // namespace joust::site
