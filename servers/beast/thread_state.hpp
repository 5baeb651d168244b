// What the connections of one thread share: the site, the time in ticks, who is there, whether the
// end has come. One object a thread, no locks.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_set>

#include "servers/beast/patience.hpp"
#include "servers/site/http_date.hpp"
#include "servers/site/server_main.hpp"

namespace joust::beast {

class Session;

struct ThreadState {
  explicit ThreadState(site::Worker& of_thread) : worker(of_thread), patience(of_thread.options) {}

  site::Worker& worker;
  Patience patience;
  site::DateOfNow date;
  std::uint64_t now = 0;  // ticks
  bool stopping = false;
  std::unordered_set<Session*> sessions;
  std::function<void()> on_left;  // a session less
};

}  // namespace joust::beast
