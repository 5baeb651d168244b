#include "client/engines/uring.hpp"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/unique_fd.hpp"
#include "client/engines/completion_tag.hpp"
#include "client/engines/pace.hpp"
#include "client/engines/ring.hpp"
#include "client/engines/socket.hpp"

namespace joust::client {
namespace {

/// Sends that go to the kernel in one call: they run one after the other there, so the last one's
/// stamp is early by as long as the others take.
constexpr unsigned sends_a_call = 16;
/// A request up to here goes into the socket's buffer at once; of a longer one the end is waited
/// for.
constexpr std::size_t surely_sent_bytes = 4096;

class UringEngine final : public Engine {
 public:
  explicit UringEngine(std::size_t slots) : sockets_(slots) { ring_.emplace(slots); }
  ~UringEngine() override = default;

  void run(Conversation& conversation) override;
  EngineCounts counts() const override { return counts_; }

 private:
  struct Socket {
    UniqueFd fd;
    std::uint64_t queued_at =
        ~std::uint64_t{0};  // submissions of the ring when it last got an entry
    std::uint32_t generation = 0;
    std::uint32_t told_sent = 0;  // of a short request, counted when it was queued
    bool connecting = false;
    bool receiving = false;    // the kernel holds a receive of it
    bool sending = false;      // a long request is on its way
    bool wants_send = false;   // in to_send_
    bool peer_closed = false;  // the end is among what is done
  };

  CompletionTag tag(Slot slot, Job job) const { return {slot, job, sockets_[slot].generation}; }
  bool is_current(CompletionTag tag) const {
    return sockets_[tag.slot].generation == tag.generation;
  }

  void handle_done();
  void note_end(const io_uring_cqe& done);
  void handle(const io_uring_cqe& done);
  void connected(Slot slot, int result);
  void received(Slot slot, const io_uring_cqe& done);
  void sent(Slot slot, int result);
  void perform(Slot slot, Next next);
  void send_queued();
  void send(Slot slot);
  void start_receive(Slot slot);
  int open(Slot slot);
  void close(Slot slot);
  std::int64_t wait_ns() const;
  io_uring_sqe& entry_for(Socket& socket);
  void stamp() { now_ns_ = monotonic_ns(); }

  std::vector<Socket> sockets_;
  std::vector<Slot> to_send_;
  std::optional<Ring> ring_;  // gone before the sockets: nothing is done to them any more
  EngineCounts counts_;
  Conversation* conversation_ = nullptr;  // while running
  std::int64_t now_ns_ = 0;               // the last stamp taken
  unsigned queued_sends_ = 0;
  bool paced_ = false;
  bool pipelined_ = false;
};

void UringEngine::run(Conversation& conversation) {
  conversation_ = &conversation;
  paced_ = conversation.is_paced();
  pipelined_ = conversation.is_pipelined();
  if (paced_) ask_for_exact_timers();
  std::vector<Order> orders;
  stamp();
  while (conversation.pass(now_ns_, orders)) {
    for (const Order& order : orders) perform(order.slot, order.next);
    orders.clear();
    send_queued();
    ring_->submit_and_wait(wait_ns());
    queued_sends_ = 0;
    stamp();
    conversation.woken(now_ns_);
    handle_done();
  }
}

std::int64_t UringEngine::wait_ns() const {
  constexpr std::int64_t longest = 1'000'000'000;
  const std::int64_t left = conversation_->wake_ns() - now_ns_ - (paced_ ? awake_ns : 0);
  return std::clamp<std::int64_t>(left, 0, longest);
}

/// Ends are noted before what came in front of them is handed over, so that no request is sent to a
/// peer that is known to be gone.
void UringEngine::handle_done() {
  ring_->for_each_done([this](const io_uring_cqe& done) { note_end(done); });
  const unsigned count = ring_->for_each_done([this](const io_uring_cqe& done) { handle(done); });
  ring_->take(count);
}

void UringEngine::note_end(const io_uring_cqe& done) {
  if (done.res > 0) return;
  const CompletionTag of = CompletionTag::of(done);
  if (of.job == Job::receive && done.res == 0 && is_current(of))
    sockets_[of.slot].peer_closed = true;
}

void UringEngine::handle(const io_uring_cqe& done) {
  const CompletionTag of = CompletionTag::of(done);
  if (!is_current(of)) {
    if ((done.flags & IORING_CQE_F_BUFFER) != 0)
      ring_->give_back(static_cast<std::uint16_t>(done.flags >> IORING_CQE_BUFFER_SHIFT));
    return;
  }
  switch (of.job) {
    case Job::connect:
      return connected(of.slot, done.res);
    case Job::receive:
      return received(of.slot, done);
    case Job::send:
      return sent(of.slot, done.res);
  }
}

void UringEngine::connected(Slot slot, int result) {
  sockets_[slot].connecting = false;
  if (result == 0) {
    start_receive(slot);
    return perform(slot, conversation_->connected(slot, now_ns_));
  }
  perform(slot, conversation_->broken(slot, -result, Operation::connecting, now_ns_));
}

void UringEngine::received(Slot slot, const io_uring_cqe& done) {
  Socket& socket = sockets_[slot];
  const bool goes_on = (done.flags & IORING_CQE_F_MORE) != 0;
  if (!goes_on) socket.receiving = false;
  if (done.res > 0) {
    const auto bytes = static_cast<std::size_t>(done.res);
    const auto number = static_cast<std::uint16_t>(done.flags >> IORING_CQE_BUFFER_SHIFT);
    counts_.received_bytes += bytes;
    const std::uint32_t generation = socket.generation;
    const Next next = conversation_->received(slot, ring_->buffer(number, bytes), now_ns_,
                                              {socket.peer_closed, socket.sending});
    ring_->give_back(number);
    perform(slot, next);
    if (!goes_on && socket.generation == generation && socket.fd) start_receive(slot);
  } else if (done.res == 0) {
    perform(slot, conversation_->ended(slot, now_ns_));
  } else if (done.res == -ENOBUFS) {
    start_receive(slot);
  } else {
    perform(slot, conversation_->broken(slot, -done.res, Operation::reading, now_ns_));
  }
}

/// Of a short request only a failure is told.
void UringEngine::sent(Slot slot, int result) {
  Socket& socket = sockets_[slot];
  if (!std::exchange(socket.sending, false)) counts_.sent_bytes -= socket.told_sent;
  if (result >= 0) {
    counts_.sent_bytes += static_cast<std::uint64_t>(result);
    return;
  }
  // What the peer said before it stopped reading still counts: the receive will tell its end.
  if (result == -EPIPE || result == -ECONNRESET) return;
  perform(slot, conversation_->broken(slot, -result, Operation::writing, now_ns_));
}

void UringEngine::perform(Slot slot, Next next) {
  while (true) {
    switch (next) {
      case Next::wait:
        return;
      case Next::send:
        if (!sockets_[slot].wants_send) to_send_.push_back(slot);
        sockets_[slot].wants_send = true;
        return;
      case Next::reopen: {
        close(slot);
        const int problem = open(slot);
        if (problem == 0) return;
        next = conversation_->broken(slot, problem, Operation::opening, now_ns_);
        break;
      }
      case Next::close:
        return close(slot);
    }
  }
}

void UringEngine::send_queued() {
  for (const Slot slot : to_send_)
    if (sockets_[slot].wants_send) send(slot);
  to_send_.clear();
}

void UringEngine::send(Slot slot) {
  Socket& socket = sockets_[slot];
  socket.wants_send = false;
  if (queued_sends_ == sends_a_call) {
    ring_->submit();
    queued_sends_ = 0;
  }
  ++queued_sends_;
  stamp();
  const std::string_view bytes = conversation_->sending(slot, now_ns_);
  io_uring_sqe& entry = entry_for(socket);
  io_uring_prep_send(&entry, socket.fd.get(), bytes.data(), bytes.size(),
                     MSG_NOSIGNAL | MSG_WAITALL);
  entry.user_data = tag(slot, Job::send).packed();
  // Behind an unanswered request the socket's buffer may be full: then a short one waits, too.
  socket.sending = pipelined_ || bytes.size() > surely_sent_bytes;
  if (socket.sending) return;
  socket.told_sent = static_cast<std::uint32_t>(bytes.size());
  entry.flags |= IOSQE_CQE_SKIP_SUCCESS;
  counts_.sent_bytes += bytes.size();
}

io_uring_sqe& UringEngine::entry_for(Socket& socket) {
  io_uring_sqe& entry = ring_->next_entry();
  socket.queued_at = ring_->submissions();
  return entry;
}

void UringEngine::start_receive(Slot slot) {
  Socket& socket = sockets_[slot];
  io_uring_sqe& entry = entry_for(socket);
  io_uring_prep_recv_multishot(&entry, socket.fd.get(), nullptr, 0, 0);
  entry.flags |= IOSQE_BUFFER_SELECT;
  entry.buf_group = Ring::buffer_group;
  entry.ioprio |= IORING_RECVSEND_POLL_FIRST;  // nothing has come yet: do not look first
  entry.user_data = tag(slot, Job::receive).packed();
  socket.receiving = true;
}

/// 0 or the errno of the failure.
int UringEngine::open(Slot slot) {
  const Address to = conversation_->address(slot);
  Socket& socket = sockets_[slot];
  socket.fd = make_socket(to);
  if (!socket.fd) return errno;
  io_uring_sqe& entry = entry_for(socket);
  io_uring_prep_connect(&entry, socket.fd.get(), to.address, to.length);
  entry.user_data = tag(slot, Job::connect).packed();
  socket.connecting = true;
  return 0;
}

/// The kernel holds the socket while it works for it: shutting it down ends that, and what is still
/// told of it belongs to an older generation.
void UringEngine::close(Slot slot) {
  Socket& socket = sockets_[slot];
  if (!socket.fd) return;
  // An entry that the kernel has not seen yet would reach whoever gets this descriptor next.
  if (socket.queued_at == ring_->submissions()) ring_->submit();
  if (socket.receiving || socket.connecting || socket.sending) shutdown(socket.fd.get(), SHUT_RDWR);
  const std::uint32_t next = (socket.generation + 1) & CompletionTag::generation_mask;
  socket = Socket{};
  socket.generation = next;
}

}  // namespace

std::unique_ptr<Engine> make_uring_engine(std::size_t slots) {
  return std::make_unique<UringEngine>(slots);
}

}  // namespace joust::client
