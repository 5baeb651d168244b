#include "servers/libevent/bufferevent_server.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <unistd.h>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "servers/libevent/connection.hpp"
#include "servers/libevent/handles.hpp"

namespace joust::libevent {
namespace {

class Server {
 public:
  explicit Server(site::Worker& worker)
      : most_connections_(worker.max_connections_of_thread()),
        base_(make_base(worker.options.delay)),
        shared_{worker, base_.get(), site::Patience(worker.options), {}, {}, {}},
        stop_(event_new(base_.get(), worker.stop_fd, EV_READ, on_stop, this)),
        tick_(event_new(base_.get(), -1, EV_PERSIST, on_tick, this)),
        listener_(evconnlistener_new(base_.get(), on_accepted, this,
                                     LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC, 0,
                                     worker.listener.get())) {
    if (!stop_ || !tick_ || !listener_) throw machine_error("libevent: out of memory");
    worker.listener.release();
    evconnlistener_set_error_cb(listener_.get(), on_accept_failed);
    shared_.server = this;
    shared_.left = on_left;
    const timeval tick = as_timeval(shared_.patience.tick());
    event_add(stop_.get(), nullptr);
    event_add(tick_.get(), &tick);
  }

  void run() { event_base_dispatch(base_.get()); }

 private:
  // --- connections
  static void on_accepted(evconnlistener* /*listener*/, int socket, sockaddr* /*peer*/,
                          int /*length*/, void* self) {
    static_cast<Server*>(self)->take(socket);
  }

  void take(int socket) {
    try {
      connections_.push_back(std::make_unique<Connection>(socket, shared_));
    } catch (const Error&) {  // no memory for one more
      close(socket);
      return;
    }
    connections_.back()->place = connections_.size() - 1;
    if (connections_.size() >= most_connections_) pause();
  }

  static void on_left(Connection& connection) {
    static_cast<Server*>(connection.shared().server)->drop(connection);
  }

  void drop(const Connection& connection) {
    const std::size_t place = connection.place;
    if (place + 1 != connections_.size()) {
      std::swap(connections_[place], connections_.back());
      connections_[place]->place = place;
    }
    connections_.pop_back();
    if (shared_.stopping && connections_.empty()) event_base_loopexit(base_.get(), nullptr);
    resume();
  }

  static void on_accept_failed(evconnlistener* /*listener*/, void* self) {
    const bool scarce = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
    if (scarce) static_cast<Server*>(self)->pause();
  }

  // Goes on when a connection has left, and at the next tick at the latest.
  void pause() {
    shared_.worker.notices.say_full();
    paused_ = true;
    evconnlistener_disable(listener_.get());
  }

  void resume() {
    if (!paused_ || shared_.stopping || connections_.size() >= most_connections_) return;
    paused_ = false;
    evconnlistener_enable(listener_.get());
  }

  static void on_tick(int /*fd*/, short /*what*/, void* self) {
    static_cast<Server*>(self)->tick();
  }

  void tick() {
    ++shared_.tick;
    for_each([](Connection& connection) { connection.look(); });
    resume();
  }

  // From the end: one that leaves is replaced by one that was visited already.
  template <typename Visit>
  void for_each(Visit visit) {
    for (std::size_t place = connections_.size(); place > 0; --place) {
      visit(*connections_[place - 1]);
    }
  }

  // --- the end
  static void on_stop(int /*fd*/, short /*what*/, void* self) {
    static_cast<Server*>(self)->stop();
  }

  void stop() {
    shared_.stopping = true;
    listener_.reset();
    for_each([](Connection& connection) { connection.stop(); });
    // Requests and answers that take longer are not waited for.
    const timeval patience = as_timeval(connections_.empty() ? Nanoseconds{0}
                                                             : site::Patience::drain_time +
                                                                   shared_.worker.options.delay);
    event_base_loopexit(base_.get(), &patience);
  }

  std::uint64_t most_connections_;
  Base base_;
  Shared shared_;
  Event stop_;
  Event tick_;
  Listener listener_;
  bool paused_ = false;
  std::vector<std::unique_ptr<Connection>> connections_;
};

}  // namespace

void serve_bufferevents(site::Worker& worker) { Server(worker).run(); }

}  // namespace joust::libevent
