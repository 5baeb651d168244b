// A connection of an event-driven server as its thread sees it: there, silent since some tick, to
// be ended. How bytes are moved is its heirs' business. Belongs to one thread.
#pragma once

#include <cstdint>

#include "servers/beast/thread_state.hpp"

namespace joust::beast {

class Connection {
 public:
  explicit Connection(ThreadState& thread);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  virtual ~Connection();

  /// Once a tick: closes what has been silent for too long.
  void look();
  /// Closes at once where no request has begun, else after the answer.
  void stop();

 protected:
  /// Also for progress within a phase: it is silence that is timed.
  void begin(site::Phase phase) {
    phase_ = phase;
    since_ = thread_.now;
  }
  /// Whether a byte of the next request has come; asked while idle.
  virtual bool has_begun() const = 0;
  /// What is pending ends with an error, and the connection with it.
  virtual void close() = 0;

  ThreadState& thread_;

 private:
  site::Phase phase_ = site::Phase::idle;
  std::uint64_t since_ = 0;  // the tick in which the phase, or its last progress, was
};

}  // namespace joust::beast
