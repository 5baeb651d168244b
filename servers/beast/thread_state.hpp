// What the connections of one thread share: the site, the time in ticks, who is there, whether the
// end has come. One object a thread, no locks.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_set>

#include "servers/beast/prepared_answers.hpp"
#include "servers/site/http_date.hpp"
#include "servers/site/patience.hpp"
#include "servers/site/server_main.hpp"

namespace joust::beast {

class Connection;

struct ThreadState {
  explicit ThreadState(site::Worker& of_thread) : worker(of_thread), patience(of_thread.options) {}

  site::Worker& worker;
  site::Patience patience;
  site::DateOfNow date;
  PreparedAnswers prepared;  // stays empty but with --prepared
  std::uint64_t now = 0;     // ticks
  bool stopping = false;
  std::unordered_set<Connection*> connections;
  std::function<void()> on_left;  // a connection less
};

}  // namespace joust::beast
