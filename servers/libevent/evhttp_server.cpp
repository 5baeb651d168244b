#include "servers/libevent/evhttp_server.hpp"

#include <ctime>
#include <memory>
#include <utility>

#include "base/burn.hpp"
#include "base/error.hpp"
#include "servers/libevent/connection_limit.hpp"
#include "servers/libevent/exchange.hpp"
#include "servers/libevent/handles.hpp"
#include "servers/site/http_date.hpp"
#include "servers/site/patience.hpp"
#include "servers/site/request_reader.hpp"

namespace joust::libevent {
namespace {

class Server {
 public:
  explicit Server(site::Worker& worker)
      : worker_(worker),
        base_(make_base(worker.options.delay)),
        limit_(base_.get(), worker),
        http_(evhttp_new(base_.get())),
        stop_(event_new(base_.get(), worker.stop_fd, EV_READ, on_stop, this)) {
    if (!http_ || !stop_) throw machine_error("libevent: out of memory");
    configure();
    accept();
    event_add(stop_.get(), nullptr);
  }

  void run() { event_base_dispatch(base_.get()); }

 private:
  void configure() {
    const auto& options = worker_.options;
    evhttp* http = http_.get();
    evhttp_set_gencb(http, on_request, this);
    evhttp_set_allowed_methods(http, 0xffff);  // the site refuses, with an answer of its own
    evhttp_set_max_headers_size(http, site::RequestReader::limit);
    evhttp_set_max_body_size(http, static_cast<ev_ssize_t>(options.max_body.value));
    // A body above the limit is answered with 413 and a close at once.
    // EVHTTP_SERVER_LINGERING_CLOSE would first read it to its end, for which a client that waits
    // for 100 waits in vain. evhttp has one timeout, for any silence; it cannot tell a slow head
    // from an idle connection.
    const timeval idle = as_timeval(options.idle_timeout);
    evhttp_set_timeout_tv(http, &idle);
  }

  void accept() {
    // evhttp owns the socket from here.
    bound_ = evhttp_accept_socket_with_handle(http_.get(), worker_.listener.get());
    if (bound_ == nullptr) throw machine_error("libevent: cannot accept from the listening socket");
    worker_.listener.release();
    limit_.watch(http_.get(), evhttp_bound_socket_get_listener(bound_));
  }

  // --- a request
  static void on_request(evhttp_request* request, void* self) {
    static_cast<Server*>(self)->take(request);
  }

  void take(evhttp_request* request) {
    ++in_flight_;
    evhttp_connection_set_closecb(evhttp_request_get_connection(request), on_lost, this);
    evhttp_request_set_on_complete_cb(request, on_sent, this);
    if (worker_.options.delay.count() > 0) {
      answer_later(request);
    } else {
      answer(request);
    }
  }

  struct Delayed {
    Server* server;
    evhttp_request* request;
  };

  void answer_later(evhttp_request* request) {
    // evhttp does not read from a connection whose request is being worked on: the request stays.
    auto delayed = std::make_unique<Delayed>(Delayed{this, request});
    const timeval delay = as_timeval(worker_.options.delay);
    if (event_base_once(base_.get(), -1, EV_TIMEOUT, on_delay_over, delayed.get(), &delay) == 0) {
      delayed.release();
    } else {
      answer(request);
    }
  }

  static void on_delay_over(int /*fd*/, short /*what*/, void* argument) {
    const std::unique_ptr<Delayed> delayed(static_cast<Delayed*>(argument));
    delayed->server->answer(delayed->request);
  }

  void answer(evhttp_request* request) {
    if (worker_.options.burn.count() > 0) burn_cpu(worker_.options.burn);
    const std::time_t now = std::time(nullptr);
    const auto refusal = settle_version(request);
    const site::Request read = read_request(request);
    auto response = refusal ? site::refusal(*refusal, read.method == "HEAD")
                            : site::respond(read, body_length(request), worker_.site, now);
    if (stopping_ || leaves_body_unread(read)) response.close = true;
    send_response(request, std::move(response), date_.at(now));
  }

  static void on_sent(evhttp_request* request, void* self) {
    evhttp_connection_set_closecb(evhttp_request_get_connection(request), nullptr, nullptr);
    static_cast<Server*>(self)->one_less();
  }

  static void on_lost(evhttp_connection* /*connection*/, void* self) {
    static_cast<Server*>(self)->one_less();
  }

  void one_less() {
    --in_flight_;
    if (stopping_ && in_flight_ == 0) event_base_loopexit(base_.get(), nullptr);
  }

  // --- the end
  static void on_stop(int /*fd*/, short /*what*/, void* self) {
    static_cast<Server*>(self)->stop();
  }

  void stop() {
    stopping_ = true;
    limit_.stop();
    evhttp_del_accept_socket(http_.get(), bound_);
    bound_ = nullptr;
    const timeval patience = as_timeval(
        in_flight_ == 0 ? Nanoseconds{0} : site::Patience::drain_time + worker_.options.delay);
    event_base_loopexit(base_.get(), &patience);
  }

  site::Worker& worker_;
  site::DateOfNow date_;
  std::uint64_t in_flight_ = 0;  // requests whose answer is not wholly sent
  bool stopping_ = false;
  evhttp_bound_socket* bound_ = nullptr;  // owned by http_
  Base base_;
  ConnectionLimit limit_;
  Http http_;
  Event stop_;
};

}  // namespace

void serve_evhttp(site::Worker& worker) { Server(worker).run(); }

}  // namespace joust::libevent
