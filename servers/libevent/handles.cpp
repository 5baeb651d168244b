#include "servers/libevent/handles.hpp"

#include "base/error.hpp"

namespace joust::libevent {

Base make_base(Nanoseconds delay) {
  const Config config(event_config_new());
  if (!config) throw machine_error("libevent: out of memory");
  // A base belongs to one thread. (The epoll changelist was tried: no cheaper, and it warns when
  // evhttp closes a socket that it has just stopped writing to.)
  event_config_set_flag(config.get(), EVENT_BASE_FLAG_NOLOCK);
  // epoll alone counts in milliseconds.
  if (delay.count() > 0) event_config_set_flag(config.get(), EVENT_BASE_FLAG_PRECISE_TIMER);
  Base base(event_base_new_with_config(config.get()));
  if (!base) throw machine_error("libevent: cannot make an event base");
  return base;
}

}  // namespace joust::libevent
