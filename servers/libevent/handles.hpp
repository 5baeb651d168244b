// Owners of libevent's objects. Declare the base before what lives on it.
#pragma once

#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/listener.h>
#include <memory>
#include <sys/time.h>

#include "base/units.hpp"

namespace joust::libevent {

struct Free {
  void operator()(event_base* base) const { event_base_free(base); }
  void operator()(event_config* config) const { event_config_free(config); }
  void operator()(event* watched) const { event_free(watched); }
  void operator()(bufferevent* connection) const { bufferevent_free(connection); }
  void operator()(evconnlistener* listener) const { evconnlistener_free(listener); }
  void operator()(evhttp* http) const { evhttp_free(http); }
};

using Base = std::unique_ptr<event_base, Free>;
using Config = std::unique_ptr<event_config, Free>;
using Event = std::unique_ptr<event, Free>;
using BufferEvent = std::unique_ptr<bufferevent, Free>;
using Listener = std::unique_ptr<evconnlistener, Free>;
using Http = std::unique_ptr<evhttp, Free>;

inline timeval as_timeval(Nanoseconds time) {
  const auto us = std::chrono::duration_cast<std::chrono::microseconds>(time).count();
  return {static_cast<time_t>(us / 1'000'000), static_cast<suseconds_t>(us % 1'000'000)};
}

/// A base for one thread, with timers as exact as --delay needs them. Error{machine}: no memory.
Base make_base(Nanoseconds delay);

}  // namespace joust::libevent
