// The loop's one way to change what epoll watches.
#pragma once

#include <cerrno>
#include <cstdint>
#include <sys/epoll.h>

#include "base/error.hpp"

namespace joust::null_server {

/// `operation` is EPOLL_CTL_ADD, _MOD or _DEL.
inline void watch(int epoll, int operation, int fd, std::uint32_t events) {
  epoll_event event{};
  event.events = events;
  event.data.fd = fd;
  if (epoll_ctl(epoll, operation, fd, &event) != 0) throw os_error(errno, "epoll_ctl");
}

}  // namespace joust::null_server
