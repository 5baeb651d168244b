// One connection of joust-bufferevent: requests are read where the bufferevent has put them,
// answered by the site, and sent from the same callback. Belongs to one thread.
#pragma once

#include <ctime>
#include <event2/bufferevent.h>
#include <optional>
#include <string>
#include <string_view>

#include "servers/libevent/handles.hpp"
#include "servers/libevent/outgoing.hpp"
#include "servers/site/chunked_body.hpp"
#include "servers/site/http_date.hpp"
#include "servers/site/patience.hpp"
#include "servers/site/request_reader.hpp"
#include "servers/site/server_main.hpp"

namespace joust::libevent {

class Connection;

/// What the connections of one thread share.
struct Shared {
  site::Worker& worker;
  event_base* base;
  site::Patience patience;
  site::DateOfNow date;
  Gathered gathered;
  std::string incoming;    // for bodies that are read straight from the socket
  std::uint64_t tick = 0;  // of patience
  bool stopping = false;
  void* server = nullptr;                          // for `left`
  void (*left)(Connection& connection) = nullptr;  // it is over: to be destroyed
};

class Connection {
 public:
  /// Takes the socket. Error{machine}: no memory.
  Connection(int socket, Shared& shared);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() = default;

  // These may end with a call of shared.left.
  /// Once a tick: gives up what has been silent for too long.
  void look();
  /// Ends it at once where no request has begun, else after the answer.
  void stop();

  Shared& shared() { return shared_; }
  std::size_t place = 0;  // among the thread's connections

 private:
  // What becomes of a request's body.
  enum class Incoming { none, collected, echoed, dropped };

  static void on_readable(bufferevent* unused, void* self);
  static void on_drained(bufferevent* unused, void* self);
  static void on_event(bufferevent* unused, short what, void* self);
  static void on_delay_over(int fd, short what, void* self);

  void begin(site::Phase phase);
  void over() { over_ = true; }
  void leave_if_over();

  void read_on();
  void pause(bool paused);
  void drop_input();
  bool take_requests();
  bool take_request();
  bool take_head(const site::Request& request, std::string_view window, std::size_t head_size);

  // In connection_body.cpp.
  void expect_body(const site::Request& request, std::uint64_t length);
  bool take_body();
  bool take_received_body();
  void take_incoming_body();
  bool take_piece(std::string_view data);
  bool end_body();
  bool echo_is_behind();

  // In connection_answer.cpp.
  bool delays() const { return shared_.worker.options.delay.count() > 0; }
  bool wait_for_delay();
  site::Response response_to(const site::Request& request, std::uint64_t body_length);
  bool answer_collected();
  bool write(site::Response response, std::string_view request_body);
  bool refuse(int status);
  bool after_answer();

  void hang_up();

  evbuffer* input() { return bufferevent_get_input(bufferevent_.get()); }
  std::string_view first_input();

  Shared& shared_;
  int socket_;  // the bufferevent's
  BufferEvent bufferevent_;
  Outgoing outgoing_;
  site::RequestReader reader_;
  site::Phase phase_ = site::Phase::idle;
  std::size_t queued_ = 0;   // in the output, when last looked at
  std::uint64_t since_ = 0;  // the tick in which the phase, or its last progress, was
  bool over_ = false;
  bool no_more_input_ = false;  // the client has shut down its side
  bool paused_ = false;         // input waits for output
  bool closes_ = false;         // after the answer
  bool more_may_come_ = false;  // of a request that was refused before its end
  int minor_version_ = 1;

  // Of a request with a body, or one that is delayed.
  std::string head_;
  Incoming incoming_ = Incoming::none;
  std::optional<site::ChunkedBody> chunks_;
  std::uint64_t body_left_ = 0;           // to come, or with chunks, allowed
  std::string body_;                      // where it is collected
  std::optional<site::Response> answer_;  // where the body is dropped
  Event delay_;
};

}  // namespace joust::libevent
