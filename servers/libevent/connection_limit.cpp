#include "servers/libevent/connection_limit.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>

#include "base/error.hpp"
#include "base/posix.hpp"

namespace joust::libevent {
namespace {

constexpr timeval look_again_after{0, 20'000};

// For counting itself, and for a document.
constexpr std::uint64_t spare_descriptors = 3;

struct Open {
  std::uint64_t descriptors = 0;
  std::uint64_t connections = 0;
};

// A socket that does not listen; standard input, output and error are nobody's connection.
bool is_connection(const std::string& descriptor) {
  const int fd = std::atoi(descriptor.c_str());
  int listens = 0;
  socklen_t size = sizeof listens;
  return fd > STDERR_FILENO && getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0 &&
         listens == 0;
}

Open count_open() {
  std::error_code error;
  std::filesystem::directory_iterator entries("/proc/self/fd", error);
  const bool none_left =
      error == std::errc::too_many_files_open || error == std::errc::too_many_files_open_in_system;
  if (none_left) return {posix::open_file_limit(), 0};
  Open open;
  if (error) return open;
  for (const auto& entry : entries) {
    ++open.descriptors;
    if (is_connection(entry.path().filename())) ++open.connections;
  }
  return open;
}

std::uint64_t left_of(std::uint64_t most, std::uint64_t open) {
  return most - std::min(most, open);
}

}  // namespace

ConnectionLimit::ConnectionLimit(event_base* base, site::Worker& worker)
    : worker_(worker), again_(event_new(base, -1, 0, look_again, this)) {
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
  const Open open = count_open();
  const std::uint64_t left =
      std::min(left_of(worker_.max_connections, open.connections),
               left_of(posix::open_file_limit() - spare_descriptors, open.descriptors));
  if (left > 0) {
    left_ = std::max<std::uint64_t>(1, left / worker_.options.threads);
    evconnlistener_enable(listener_);
  } else {
    worker_.notices.say_full();
    evconnlistener_disable(listener_);
    event_add(again_.get(), &look_again_after);
  }
}

}  // namespace joust::libevent
