#include "servers/beast/thread_server.hpp"

#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <list>
#include <mutex>
#include <poll.h>
#include <sys/socket.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

#include "base/posix.hpp"
#include "servers/beast/blocking_session.hpp"
#include "servers/site/patience.hpp"

namespace joust::beast {
namespace {

class Server {
 public:
  explicit Server(site::Worker& worker)
      : worker_(worker), around_{worker.options, worker.site, {}, {}}, left_(posix::make_pipe()) {
    posix::set_nonblocking(left_.read.get());
    posix::set_nonblocking(left_.write.get());
  }

  void run() {
    for (;;) {
      switch (wait()) {
        case Event::stop:
          return stop();
        case Event::client:
          accept();
          break;
        case Event::nothing:
          break;
      }
    }
  }

 private:
  struct Connection {
    Connection(UniqueFd accepted, Surroundings& around)
        : socket(std::move(accepted)), session(socket.get(), around) {}
    UniqueFd socket;
    BlockingSession session;
    std::thread thread;
  };
  using Place = std::list<Connection>::iterator;

  enum class Event { stop, client, nothing };

  // --- accepting
  Event wait() {
    const bool accepts = !is_full() && !paused_ && !waiting_;
    pollfd watched[] = {{worker_.stop_fd, POLLIN, 0},
                        {left_.read.get(), POLLIN, 0},
                        {accepts ? worker_.listener.get() : -1, POLLIN, 0}};
    const bool look_again = std::exchange(paused_, false);
    const int ready =
        poll(watched, 3, look_again ? static_cast<int>(site::AcceptNotices::pause.count()) : -1);
    if (ready < 0) return Event::nothing;  // EINTR: the signal shows in stop_fd
    if (watched[0].revents != 0) return Event::stop;
    if (watched[1].revents != 0) {
      char bytes[64];
      while (read(left_.read.get(), bytes, sizeof bytes) > 0) continue;
    }
    return watched[2].revents != 0 || waiting_ ? Event::client : Event::nothing;
  }

  // Whoever leaves a full house rings.
  bool is_full() {
    const std::lock_guard lock(mutex_);
    full_ = connections_.size() >= worker_.max_connections;
    if (full_) worker_.notices.say_full();
    return full_;
  }

  void accept() {
    if (!waiting_) {
      waiting_.reset(accept4(worker_.listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
      if (!waiting_) {
        const bool passing = errno == EAGAIN || errno == EINTR || errno == ECONNABORTED;
        if (!passing) pause(std::strerror(errno));
        return;
      }
    }
    start();
  }

  void start() {
    const std::lock_guard lock(mutex_);
    const Place place = connections_.emplace(connections_.end(), std::move(waiting_), around_);
    try {
      // The new thread waits for the lock before it ends: its handle is in its place by then.
      place->thread = std::thread([this, place] {
        place->session.run();
        leave(place);
      });
    } catch (const std::system_error& error) {
      waiting_ = std::move(place->socket);
      connections_.erase(place);
      pause(error.what());
    }
  }

  void pause(const char* why) {
    paused_ = true;
    worker_.notices.say_refused(why);
  }

  // --- leaving, in the connection's own thread
  void leave(Place place) {
    std::thread before;
    {
      const std::lock_guard lock(mutex_);
      // Nobody can join itself: each joins the one that left before it, run() the last.
      before = std::exchange(last_left_, std::move(place->thread));
      connections_.erase(place);
      const char byte = 1;
      // A full pipe is readable already: the byte may be lost.
      if (full_) [[maybe_unused]]
        const ssize_t rung = write(left_.write.get(), &byte, 1);
      if (connections_.empty()) all_left_.notify_all();
    }
    if (before.joinable()) before.join();
  }

  // --- the end
  void stop() {
    worker_.listener.reset();
    waiting_.reset();
    around_.stopping = true;
    std::unique_lock lock(mutex_);
    for (auto& connection : connections_) {
      if (connection.session.is_idle()) shutdown(connection.socket.get(), SHUT_RD);
    }
    // Answers that a client does not take are not waited for longer than this beyond the delay.
    const auto patience = site::Patience::drain_time + worker_.options.delay;
    const auto nobody_left = [this] { return connections_.empty(); };
    if (!all_left_.wait_for(lock, patience, nobody_left)) {
      for (auto& connection : connections_) shutdown(connection.socket.get(), SHUT_RDWR);
      all_left_.wait(lock, nobody_left);
    }
    lock.unlock();
    if (last_left_.joinable()) last_left_.join();
  }

  site::Worker& worker_;
  Surroundings around_;
  posix::Pipe left_;
  UniqueFd waiting_;     // accepted, but there was no thread for it
  bool paused_ = false;  // until the next look

  std::mutex mutex_;  // guards what follows
  std::condition_variable all_left_;
  std::list<Connection> connections_;
  std::thread last_left_;
  bool full_ = false;
};

}  // namespace

void serve_threads(site::Worker& worker) { Server(worker).run(); }

}  // namespace joust::beast
