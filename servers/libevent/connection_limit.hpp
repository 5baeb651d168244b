// --max-connections for evhttp 2.1, which has no such limit and tells nobody when a connection ends
// without a request: the process's sockets are counted, accepting stops at the limit and starts
// again below it. Nor does the process run out of descriptors while it accepts. Works when
// connections are made, not when requests are answered, and then only once in as many as are still
// free.
#pragma once

#include <cstdint>
#include <event2/bufferevent.h>
#include <event2/http.h>
#include <event2/listener.h>

#include "servers/libevent/handles.hpp"
#include "servers/site/server_main.hpp"

namespace joust::libevent {

class ConnectionLimit {
 public:
  /// The process may hold worker.max_connections; with several threads each gets its share of what
  /// is free when it looks.
  ConnectionLimit(event_base* base, site::Worker& worker);
  ConnectionLimit(const ConnectionLimit&) = delete;
  ConnectionLimit& operator=(const ConnectionLimit&) = delete;
  ~ConnectionLimit() = default;

  /// Counts the connections of `http` from now on. Destroy this after `http`.
  void watch(evhttp* http, evconnlistener* listener);
  /// The listener is about to go.
  void stop();

 private:
  static bufferevent* make_connection(event_base* base, void* self);
  static void look_again(int fd, short what, void* self);
  void count_and_pause();

  site::Worker& worker_;
  std::uint64_t left_ = 0;  // connections that may surely be made before counting again
  evconnlistener* listener_ = nullptr;
  Event again_;
};

}  // namespace joust::libevent
