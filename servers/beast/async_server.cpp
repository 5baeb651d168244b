#include "servers/beast/async_server.hpp"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <memory>
#include <utility>

#include "servers/beast/net.hpp"
#include "servers/beast/session.hpp"
#include "servers/beast/thread_state.hpp"

namespace joust::beast {
namespace {

// Out of descriptors or memory: another look after this.
constexpr auto accept_again_after = std::chrono::milliseconds{20};

using Descriptor = net::posix::basic_stream_descriptor<Executor>;

class Server {
 public:
  explicit Server(site::Worker& worker)
      : thread_(worker),
        most_sessions_(std::max<std::uint64_t>(1, worker.max_connections / worker.options.threads)),
        acceptor_(context_),
        accept_again_(context_),
        tick_(context_),
        last_call_(context_),
        stop_(context_, worker.stop_fd) {
    const auto address = net::ip::make_address(worker.options.bind);
    acceptor_.assign(address.is_v6() ? net::ip::tcp::v6() : net::ip::tcp::v4(),
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
    if (thread_.sessions.size() >= most_sessions_) {
      full_ = true;  // until a session ends
      return;
    }
    acceptor_.async_accept([this](error_code error, Socket socket) {
      if (error == net::error::operation_aborted) return;
      if (error) return accept_later();
      std::make_shared<Session>(std::move(socket), thread_)->start();
      accept();
    });
  }

  void accept_later() {
    accept_again_.expires_after(accept_again_after);
    accept_again_.async_wait([this](error_code error) {
      if (!error) accept();
    });
  }

  void on_left() {
    if (thread_.stopping && thread_.sessions.empty()) context_.stop();
    if (std::exchange(full_, false)) accept();
  }

  // --- time
  void wait_for_tick() {
    tick_.expires_after(thread_.patience.tick());
    tick_.async_wait([this](error_code error) {
      if (error) return;
      ++thread_.now;
      for (auto* session : thread_.sessions) session->look();
      wait_for_tick();
    });
  }

  // --- the end
  void stop() {
    thread_.stopping = true;
    acceptor_.close();
    for (auto* session : thread_.sessions) session->stop();
    if (thread_.sessions.empty()) return context_.stop();
    // Answers that a client does not take are not waited for longer than this beyond the delay.
    last_call_.expires_after(Patience::drain_time + thread_.worker.options.delay);
    last_call_.async_wait([this](error_code error) {
      if (!error) context_.stop();
    });
  }

  ThreadState thread_;
  std::uint64_t most_sessions_;
  bool full_ = false;
  // A context belongs to one thread: no locks. Its sessions end with it, before their state.
  net::io_context context_{BOOST_ASIO_CONCURRENCY_HINT_UNSAFE};
  Acceptor acceptor_;
  Timer accept_again_;
  Timer tick_;
  Timer last_call_;
  Descriptor stop_;
};

}  // namespace

void serve_async(site::Worker& worker) { Server(worker).run(); }

}  // namespace joust::beast
