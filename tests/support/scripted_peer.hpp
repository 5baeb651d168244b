// A server that plays a script instead of speaking HTTP: what comes when, in which writes, and how
// the connection ends. A thread a connection, all gone with the object.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/unique_fd.hpp"

namespace joust::test {

struct ScriptPart {
  std::string bytes;  // one write, with TCP_NODELAY
  std::chrono::milliseconds delay{0};
  std::uint32_t repeat = 1;
  bool wait_request = false;    // first wait for one more request
  bool before_request = false;  // do not wait for the connection's request at all
};

enum class ScriptEnd {
  close,  // the FIN travels with the last bytes
  reset,
  half,  // shut the sending side, read and throw away until the peer closes
  keep,  // from the first part again when another request comes
};

struct Script {
  std::vector<ScriptPart> parts;
  ScriptEnd end = ScriptEnd::keep;
  bool then_silent = false;    // `keep`: stay open and never answer again
  bool start_at_head = false;  // begin when the request's head is in, leave its body unread
};

class ScriptedPeer {
 public:
  /// Listens on a free port of `address`, a numeric one.
  explicit ScriptedPeer(Script script, const std::string& address = "127.0.0.1");
  ScriptedPeer(const ScriptedPeer&) = delete;
  ScriptedPeer& operator=(const ScriptedPeer&) = delete;
  ~ScriptedPeer();

  std::uint16_t port() const { return port_; }
  std::string url(const std::string& target = "/") const;
  std::uint64_t requests() const { return requests_; }
  std::uint64_t connections() const { return connections_; }
  /// The first lines of the requests, in the order they were read.
  std::vector<std::string> request_lines() const;
  /// Addresses that connections came from, in order.
  std::vector<std::string> sources() const;

 private:
  struct Reading;

  void accept_all();
  void play(int socket_fd);
  bool play_once(Reading& reading, bool first);
  bool read_request(Reading& reading);
  bool send_part(int socket_fd, const ScriptPart& part, bool last) const;

  Script script_;
  std::string address_;
  UniqueFd listener_;
  std::uint16_t port_ = 0;
  std::atomic<std::uint64_t> requests_{0};
  std::atomic<std::uint64_t> connections_{0};
  mutable std::mutex mutex_;  // guards what follows
  std::vector<std::string> request_lines_;
  std::vector<std::string> sources_;
  std::vector<int> open_;
  std::vector<std::thread> players_;
  std::atomic<bool> stopping_{false};
  std::thread acceptor_;
};

}  // namespace joust::test
