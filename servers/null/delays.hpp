// The answers that wait for their moment, and the histogram of how long they really waited.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "servers/null/answers.hpp"

namespace joust::null_server {

struct Waiting {
  std::int64_t received_ns;
  std::int64_t due_ns;
  Answer* answer;
  int fd;
  std::uint32_t generation;  // of the connection that had this descriptor
  bool head_only;
};

/// First in, first out: every answer waits equally long. Grows when full, never shrinks.
class WaitingQueue {
 public:
  bool empty() const { return head_ == tail_; }
  const Waiting& front() const { return ring_[head_ & (ring_.size() - 1)]; }
  void pop() { ++head_; }
  void push(const Waiting& waiting);

 private:
  std::vector<Waiting> ring_;  // a power of two long
  std::size_t head_ = 0;
  std::size_t tail_ = 0;
};

/// Log-linear, better than 0.1 %, over all of 63 bits.
class DelayHistogram {
 public:
  DelayHistogram();
  void record(std::int64_t ns);
  void merge(const DelayHistogram& other);
  /// JSON, schema joust.null-delays/1, one line.
  std::string json(Nanoseconds asked) const;

 private:
  static std::size_t bucket_of(std::uint64_t ns);
  static std::uint64_t low_of(std::size_t bucket);
  std::uint64_t percentile(double percent) const;

  std::vector<std::uint64_t> counts_;
  std::uint64_t count_ = 0;
  std::uint64_t sum_ns_ = 0;
  std::uint64_t min_ns_ = UINT64_MAX;
  std::uint64_t max_ns_ = 0;
};

}  // namespace joust::null_server
