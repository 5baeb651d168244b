// The requests behind the one that is being answered, on every connection of a thread: only where
// requests are pipelined. Plain storage: what becomes of them is client/load/load_loop's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "client/engines/engine.hpp"

namespace joust::client {

struct QueuedRequest {
  std::int64_t sent_ns = 0;  // its first send
  std::uint32_t target = 0;
  bool carried_in = false;
};

class Pipelines {
 public:
  /// `depth`: requests on their way at once on a connection, the first one included.
  Pipelines(std::size_t connections, std::uint32_t depth)
      : most_(depth - 1), queues_(depth > 1 ? connections : 0), requests_(queues_.size() * most_) {}

  bool used() const { return most_ > 0; }

  std::uint32_t behind(Slot slot) const { return queues_[slot].count; }
  QueuedRequest& at(Slot slot, std::uint32_t index) {
    return requests_[std::size_t{slot} * most_ + (queues_[slot].first + index) % most_];
  }
  void push(Slot slot, const QueuedRequest& request) { at(slot, queues_[slot].count++) = request; }
  QueuedRequest pop(Slot slot) {
    const QueuedRequest front = at(slot, 0);
    Queue& queue = queues_[slot];
    queue.first = (queue.first + 1) % most_;
    --queue.count;
    return front;
  }

  /// What is queued now is answered in a window that opens now.
  void carry_in() {
    for (Slot slot = 0; slot < queues_.size(); ++slot)
      for (std::uint32_t i = 0; i < behind(slot); ++i) at(slot, i).carried_in = true;
  }

  /// Of the requests on a connection, the first one included, those that its socket has been given.
  std::uint32_t& on_socket(Slot slot) { return queues_[slot].on_socket; }

  /// Since when the connection is at work on its first request: of several on their way at once,
  /// each is counted from the answer before it.
  std::int64_t& at_work_ns(Slot slot) { return queues_[slot].at_work_ns; }
  std::int64_t at_work_ns(Slot slot) const { return queues_[slot].at_work_ns; }

 private:
  struct Queue {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint32_t on_socket = 0;
    std::int64_t at_work_ns = 0;
  };

  std::uint32_t most_;
  std::vector<Queue> queues_;
  std::vector<QueuedRequest> requests_;
};

}  // namespace joust::client
