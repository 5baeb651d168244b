#include "servers/beast/event_server.hpp"

#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <netinet/in.h>
#include <utility>

#include "servers/beast/connection.hpp"

namespace joust::beast {
namespace {

using Descriptor = net::posix::basic_stream_descriptor<Executor>;

class Server {
 public:
  Server(site::Worker& worker, StartConnection start)
      : start_(start),
        thread_(worker),
        most_connections_(worker.max_connections_of_thread()),
        acceptor_(context_),
        accept_again_(context_),
        tick_(context_),
        last_call_(context_),
        stop_(context_, worker.stop_fd) {
    // Asio asks for a family and looks at it no more: the socket is there already.
    acceptor_.assign(worker.options.unix_path ? net::generic::stream_protocol(AF_UNIX, 0)
                                              : net::generic::stream_protocol(AF_INET, IPPROTO_TCP),
                     worker.listener.get());
    worker.listener.release();  // the acceptor owns it from here
    thread_.on_left = [this] { on_left(); };
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  ~Server() {
    thread_.on_left = nullptr;
    stop_.release();  // of all threads
  }

  void run() {
    stop_.async_wait(Descriptor::wait_read, [this](error_code error) {
      if (!error) stop();
    });
    wait_for_tick();
    accept();
    context_.run();
  }

 private:
  // --- accepting
  void accept() {
    if (thread_.stopping) return;
    if (thread_.connections.size() >= most_connections_) {
      full_ = true;  // until a connection ends
      thread_.worker.notices.say_full();
      return;
    }
    acceptor_.async_accept([this](error_code error, Socket socket) {
      if (error == net::error::operation_aborted) return;
      if (error) return accept_later(error);
      start_(std::move(socket), thread_);
      accept();
    });
  }

  void accept_later(error_code why) {
    thread_.worker.notices.say_refused(why.message().c_str());
    accept_again_.expires_after(site::AcceptNotices::pause);
    accept_again_.async_wait([this](error_code error) {
      if (!error) accept();
    });
  }

  void on_left() {
    if (thread_.stopping && thread_.connections.empty()) context_.stop();
    if (std::exchange(full_, false)) accept();
  }

  // --- time
  void wait_for_tick() {
    tick_.expires_after(thread_.patience.tick());
    tick_.async_wait([this](error_code error) {
      if (error) return;
      ++thread_.now;
      for (auto* connection : thread_.connections) connection->look();
      wait_for_tick();
    });
  }

  // --- the end
  void stop() {
    thread_.stopping = true;
    acceptor_.close();
    for (auto* connection : thread_.connections) connection->stop();
    if (thread_.connections.empty()) return context_.stop();
    // Answers that a client does not take are not waited for longer than this beyond the delay.
    last_call_.expires_after(site::Patience::drain_time + thread_.worker.options.delay);
    last_call_.async_wait([this](error_code error) {
      if (!error) context_.stop();
    });
  }

  StartConnection start_;
  ThreadState thread_;
  std::uint64_t most_connections_;
  bool full_ = false;
  // A context belongs to one thread: no locks. Connections end with it, before their state.
  net::io_context context_{BOOST_ASIO_CONCURRENCY_HINT_UNSAFE};
  Acceptor acceptor_;
  Timer accept_again_;
  Timer tick_;
  Timer last_call_;
  Descriptor stop_;
};

}  // namespace

void serve_events(site::Worker& worker, StartConnection start) { Server(worker, start).run(); }

}  // namespace joust::beast
