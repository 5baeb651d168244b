#include "servers/libevent/connection_limit.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>

#include "base/error.hpp"
#include "base/posix.hpp"

namespace joust::libevent {
namespace {

constexpr timeval look_again_after{0, 20'000};

// For counting itself, and for a document.
constexpr std::uint64_t spare_descriptors = 3;

std::uint64_t open_descriptors() {
  std::error_code error;
  std::filesystem::directory_iterator entries("/proc/self/fd", error);
  const bool none_left =
      error == std::errc::too_many_files_open || error == std::errc::too_many_files_open_in_system;
  if (none_left) return posix::open_file_limit();
  if (error) return 0;
  return static_cast<std::uint64_t>(std::distance(begin(entries), end(entries)));
}

}  // namespace

ConnectionLimit::ConnectionLimit(event_base* base, site::Worker& worker)
    : worker_(worker),
      most_descriptors_(std::min(open_descriptors() + worker.max_connections,
                                 posix::open_file_limit() - spare_descriptors)),
      again_(event_new(base, -1, 0, look_again, this)) {
  if (!again_) throw machine_error("libevent: cannot make a timer");
}

void ConnectionLimit::watch(evhttp* http, evconnlistener* listener) {
  listener_ = listener;
  evhttp_set_bevcb(http, make_connection, this);
  count_and_pause();
}

void ConnectionLimit::stop() {
  listener_ = nullptr;
  event_del(again_.get());
}

bufferevent* ConnectionLimit::make_connection(event_base* base, void* self) {
  auto& limit = *static_cast<ConnectionLimit*>(self);
  if (limit.left_ > 0) --limit.left_;
  if (limit.left_ == 0 && limit.listener_ != nullptr) limit.count_and_pause();
  return bufferevent_socket_new(base, -1, 0);  // as evhttp makes it without this function
}

void ConnectionLimit::look_again(int /*fd*/, short /*what*/, void* self) {
  auto& limit = *static_cast<ConnectionLimit*>(self);
  if (limit.listener_ != nullptr) limit.count_and_pause();
}

void ConnectionLimit::count_and_pause() {
  const std::uint64_t open = open_descriptors();
  if (open < most_descriptors_) {
    left_ = std::max<std::uint64_t>(1, (most_descriptors_ - open) / worker_.options.threads);
    evconnlistener_enable(listener_);
  } else {
    worker_.notices.say_full();
    evconnlistener_disable(listener_);
    event_add(again_.get(), &look_again_after);
  }
}

}  // namespace joust::libevent
