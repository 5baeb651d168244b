// One io_uring and the buffers that its receives are given: set-up, waiting, and nothing of HTTP or
// connections. Made and used by one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <liburing.h>
#include <string_view>
#include <vector>

namespace joust::client {

class Ring {
 public:
  /// Error{machine} where the kernel refuses: with what was asked, its reason and what to do.
  explicit Ring(std::size_t connections);
  ~Ring();
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  /// Submits what is queued where there is no room for one more.
  io_uring_sqe& next_entry();
  void submit();
  /// How often what was queued has gone to the kernel: an entry queued at this count is still ours.
  std::uint64_t submissions() const { return submissions_; }
  /// Submits, waits until something is done or the time is over: one call of the kernel.
  void submit_and_wait(std::int64_t longest_ns);

  /// What is done and not taken yet, oldest first; `take` goes over the first `count` of them.
  template <typename Each>
  unsigned for_each_done(Each each) {
    unsigned head = 0;
    unsigned count = 0;
    io_uring_cqe* done = nullptr;
    io_uring_for_each_cqe(&ring_, head, done) {
      ++count;
      each(*done);
    }
    return count;
  }
  void take(unsigned count) { io_uring_cq_advance(&ring_, count); }

  /// Buffers that receives fill: `buffer_group` selects them.
  static constexpr std::uint16_t buffer_group = 0;
  std::string_view buffer(std::uint16_t number, std::size_t bytes) const {
    return {memory_.data() + std::size_t{number} * buffer_bytes, bytes};
  }
  void give_back(std::uint16_t number);

 private:
  /// Most answers fit; what is larger comes in several pieces.
  static constexpr std::size_t buffer_bytes = 8192;

  void make_ring(std::size_t connections);
  void register_buffers(std::size_t connections);

  io_uring ring_{};
  std::vector<char> memory_;
  io_uring_buf_ring* buffers_ = nullptr;
  std::size_t buffers_bytes_ = 0;
  unsigned buffer_count_ = 0;
  std::uint64_t submissions_ = 0;
};

}  // namespace joust::client
