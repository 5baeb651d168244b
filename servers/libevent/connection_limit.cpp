#include "servers/libevent/connection_limit.hpp"

#include "base/error.hpp"

namespace joust::libevent {
namespace {

constexpr timeval look_again_after{0, 20'000};

// evhttp_connection_free takes away the callbacks and its own hold; evhttp tells nobody of a
// connection that ends without a request.
bool is_closed(bufferevent* connection) {
  bufferevent_data_cb on_read = nullptr;
  bufferevent_data_cb on_write = nullptr;
  bufferevent_event_cb on_event = nullptr;
  void* argument = nullptr;
  bufferevent_getcb(connection, &on_read, &on_write, &on_event, &argument);
  return on_read == nullptr && on_write == nullptr && on_event == nullptr;
}

}  // namespace

ConnectionLimit::ConnectionLimit(event_base* base, std::uint64_t limit)
    : base_(base),
      limit_(static_cast<std::size_t>(limit)),
      again_(event_new(base, -1, 0, look_again, this)) {
  if (!again_) throw machine_error("libevent: cannot make a timer");
}

ConnectionLimit::~ConnectionLimit() {
  for (bufferevent* connection : open_) bufferevent_decref(connection);
}

void ConnectionLimit::watch(evhttp* http, evconnlistener* listener) {
  listener_ = listener;
  evhttp_set_bevcb(http, make_connection, this);
}

void ConnectionLimit::stop() {
  listener_ = nullptr;
  event_del(again_.get());
}

bufferevent* ConnectionLimit::make_connection(event_base* base, void* self) {
  auto& limit = *static_cast<ConnectionLimit*>(self);
  bufferevent* connection = bufferevent_socket_new(base, -1, 0);
  if (connection == nullptr) return nullptr;
  bufferevent_incref(connection);
  // A connection has its callbacks only after this function: count it when all are counted.
  limit.open_.push_back(connection);
  if (limit.open_.size() >= limit.limit_ && limit.listener_ != nullptr) {
    evconnlistener_disable(limit.listener_);
    event_add(limit.again_.get(), &look_again_after);
  }
  return connection;
}

void ConnectionLimit::look_again(int /*fd*/, short /*what*/, void* self) {
  auto& limit = *static_cast<ConnectionLimit*>(self);
  limit.forget_closed();
  if (limit.listener_ == nullptr) return;
  if (limit.open_.size() < limit.limit_) {
    evconnlistener_enable(limit.listener_);
  } else {
    event_add(limit.again_.get(), &look_again_after);
  }
}

void ConnectionLimit::forget_closed() {
  std::erase_if(open_, [](bufferevent* connection) {
    if (!is_closed(connection)) return false;
    bufferevent_decref(connection);
    return true;
  });
}

}  // namespace joust::libevent
