// --max-connections for evhttp 2.1, which has no such limit: stops accepting at the limit and looks
// again a little later, so that the process never runs out of descriptors while it accepts.
// Works when a connection is made, never when a request is answered.
#pragma once

#include <cstdint>
#include <event2/bufferevent.h>
#include <event2/http.h>
#include <event2/listener.h>
#include <vector>

#include "servers/libevent/handles.hpp"

namespace joust::libevent {

class ConnectionLimit {
 public:
  ConnectionLimit(event_base* base, std::uint64_t limit);
  ConnectionLimit(const ConnectionLimit&) = delete;
  ConnectionLimit& operator=(const ConnectionLimit&) = delete;
  ~ConnectionLimit();

  /// Counts the connections of `http` from now on. Destroy this after `http`.
  void watch(evhttp* http, evconnlistener* listener);
  /// The listener is about to go.
  void stop();

 private:
  static bufferevent* make_connection(event_base* base, void* self);
  static void look_again(int fd, short what, void* self);
  void forget_closed();

  event_base* base_;
  std::size_t limit_;
  evconnlistener* listener_ = nullptr;
  Event again_;
  std::vector<bufferevent*> open_;  // one hold on each
};

}  // namespace joust::libevent
