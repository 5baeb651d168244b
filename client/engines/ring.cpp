#include "client/engines/ring.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <string>
#include <sys/mman.h>

#include "base/error.hpp"

namespace joust::client {
namespace {

// The kernel's own header misplaces this member in C++; liburing's does not.
static_assert(offsetof(io_uring_buf_ring, bufs) == 0);

/// Why the kernel refuses to make a ring, in the user's words.
std::string remedy(int error_number) {
  if (error_number == EPERM)
    return "; it is forbidden here (sysctl kernel.io_uring_disabled, or a container's seccomp "
           "filter): use --engine epoll";
  return "; use --engine epoll";
}

}  // namespace

Ring::Ring(std::size_t connections) {
  make_ring(connections);
  try {
    register_buffers(connections);
  } catch (...) {
    io_uring_queue_exit(&ring_);
    throw;
  }
  // Saves a look-up a call; where it is refused nothing else changes.
  io_uring_register_ring_fd(&ring_);
}

Ring::~Ring() {
  io_uring_queue_exit(&ring_);
  munmap(buffers_, buffers_bytes_);
}

void Ring::make_ring(std::size_t connections) {
  constexpr unsigned entries = 256;
  constexpr std::size_t fewest_completions = 1024;
  io_uring_params parameters{};
  parameters.flags = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN |
                     IORING_SETUP_SUBMIT_ALL | IORING_SETUP_CQSIZE | IORING_SETUP_CLAMP;
  // Two a connection: a receive and its end. More are kept by the kernel, at a cost.
  parameters.cq_entries = static_cast<unsigned>(std::max(connections * 2, fewest_completions));
  const int problem = io_uring_queue_init_params(entries, &ring_, &parameters);
  if (problem < 0)
    throw os_error(-problem,
                   "io_uring with deferred task work (Linux 6.1 or later)" + remedy(-problem));
}

void Ring::register_buffers(std::size_t connections) {
  constexpr std::size_t fewest = 64;
  constexpr std::size_t most = 512;
  buffer_count_ = static_cast<unsigned>(std::bit_ceil(std::clamp(connections, fewest, most)));
  memory_.resize(buffer_count_ * buffer_bytes);
  buffers_bytes_ = buffer_count_ * sizeof(io_uring_buf);
  void* pages =
      mmap(nullptr, buffers_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) throw os_error(errno, "memory for io_uring's buffers");
  buffers_ = static_cast<io_uring_buf_ring*>(pages);
  io_uring_buf_reg registration{};
  registration.ring_addr = reinterpret_cast<std::uintptr_t>(pages);
  registration.ring_entries = buffer_count_;
  registration.bgid = buffer_group;
  const int problem = io_uring_register_buf_ring(&ring_, &registration, 0);
  if (problem < 0) {
    munmap(pages, buffers_bytes_);
    throw os_error(-problem, "register io_uring's buffers" + remedy(-problem));
  }
  io_uring_buf_ring_init(buffers_);
  for (unsigned i = 0; i < buffer_count_; ++i) give_back(static_cast<std::uint16_t>(i));
}

void Ring::give_back(std::uint16_t number) {
  io_uring_buf_ring_add(buffers_, memory_.data() + std::size_t{number} * buffer_bytes, buffer_bytes,
                        number, io_uring_buf_ring_mask(buffer_count_), 0);
  io_uring_buf_ring_advance(buffers_, 1);
}

io_uring_sqe& Ring::next_entry() {
  io_uring_sqe* entry = io_uring_get_sqe(&ring_);
  if (entry == nullptr) {
    submit();
    entry = io_uring_get_sqe(&ring_);
  }
  if (entry == nullptr) throw os_error(EBUSY, "io_uring takes no more requests");
  return *entry;
}

void Ring::submit() {
  ++submissions_;
  const int problem = io_uring_submit(&ring_);
  if (problem < 0 && problem != -EINTR && problem != -EBUSY)
    throw os_error(-problem, "io_uring_submit");
}

void Ring::submit_and_wait(std::int64_t longest_ns) {
  ++submissions_;
  constexpr std::int64_t second = 1'000'000'000;
  __kernel_timespec longest{longest_ns / second, longest_ns % second};
  io_uring_cqe* first = nullptr;
  const int problem = io_uring_submit_and_wait_timeout(&ring_, &first, 1, &longest, nullptr);
  if (problem < 0 && problem != -ETIME && problem != -EINTR && problem != -EBUSY)
    throw os_error(-problem, "io_uring_submit_and_wait_timeout");
}

}  // namespace joust::client
