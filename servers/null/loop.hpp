// The event loop of one thread of joust-null: recv, a comparison, send, and a share of epoll_wait a
// request; one epoll_ctl a connection. Owns its listening socket and its connections.
#pragma once

#include <ctime>
#include <vector>

#include "base/unique_fd.hpp"
#include "servers/null/answers.hpp"
#include "servers/null/delays.hpp"
#include "servers/null/options.hpp"
#include "servers/null/peer.hpp"
#include "servers/null/recognizer.hpp"

namespace joust::null_server {

class Loop {
 public:
  /// `documents` and `options` must outlive the loop. `stop_fd` is readable once it shall end.
  Loop(UniqueFd listener, const Documents& documents, const Options& options, int stop_fd);
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;
  ~Loop();

  /// Serves until told to stop, then sends what is due and returns. Call it in the thread whose
  /// timers shall be exact.
  void run();

  const DelayHistogram& delays() const { return delays_; }

 private:
  // waiting and time
  void wait();
  void wait_up_to(std::int64_t ns);
  void send_due();
  bool finished() const;

  // accepting and stopping
  void accept_some();
  void pause_accepting();
  void resume_accepting();
  void begin_stop();

  // one connection
  void on_event(int fd, std::uint32_t events);
  void read_requests(int fd, Peer& peer, bool to_the_end);
  bool take_requests(int fd, Peer& peer, const char* data, std::size_t size);
  void add_to_batch(const Answer& answer, bool head_only);
  void put_off(int fd, Peer& peer, Answer* answer, bool head_only);
  bool send_batch(int fd, Peer& peer);
  void keep_unsent(int fd, Peer& peer, std::size_t sent);
  bool send_kept(int fd, Peer& peer);
  void after_output(int fd, Peer& peer);
  void drain(int fd, Peer& peer);
  void discard(int fd, Peer& peer);
  void close_drained();
  void close_peer(int fd, Peer& peer);

  static constexpr std::size_t read_bytes = 65536;
  static constexpr std::size_t batch_pieces = 128;  // of memory, in one send

  struct Draining {
    int fd;
    std::uint32_t generation;
    std::int64_t until_ns;
  };

  UniqueFd listener_;
  const Options& options_;
  int stop_fd_;
  UniqueFd epoll_;
  Answers answers_;
  Recognizer recognizer_;
  std::vector<Peer> peers_;  // by descriptor
  std::vector<char> buffer_;
  std::vector<iovec> batch_;
  WaitingQueue waiting_;
  DelayHistogram delays_;
  std::vector<Draining> draining_;  // by `until_ns`
  std::time_t now_ = 0;             // second of this turn
  std::int64_t received_ns_ = 0;    // of the read at hand, with --delay only
  std::uint64_t with_output_ = 0;   // connections that have unsent bytes
  bool accepting_ = true;
  bool stopping_ = false;
  std::int64_t stop_until_ns_ = 0;
};

}  // namespace joust::null_server
