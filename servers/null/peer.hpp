// What the loop keeps of one connection: a few words, and more only where a request comes in pieces
// or an answer does not go out at once. Knows no epoll.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <sys/uio.h>
#include <vector>

namespace joust::null_server {

/// The part of a connection that most never need; kept once it is there, so that later requests
/// allocate nothing.
struct Spill {
  std::string input;          // the beginning of a request
  std::vector<iovec> output;  // bytes of answers that are still to be sent, in order
  std::size_t next = 0;       // first of them
};

struct Peer {
  enum class State : std::uint8_t { closed, open, draining };

  std::uint32_t generation = 0;  // changes with every connection on this descriptor
  std::uint32_t waiting = 0;     // answers in the delay queue
  State state = State::closed;
  bool watches_output = false;  // EPOLLOUT is registered
  bool unread = false;          // input may be there that was left for later
  bool last_taken = false;      // the last answer is decided: nothing more is read as requests
  bool drain_first = false;  // unread input would reset the connection, and the last answer with it
  std::unique_ptr<Spill> spill;

  bool has_output() const { return spill && spill->next < spill->output.size(); }
  bool has_input() const { return spill && !spill->input.empty(); }
  Spill& spilled() {
    if (!spill) spill = std::make_unique<Spill>();
    return *spill;
  }
};

}  // namespace joust::null_server
