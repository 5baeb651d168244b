// What the connections of a thread have learnt about heads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "client/http/head.hpp"

namespace joust::client {

/// The last head that was parsed in full. A head that equals it byte for byte, its Date value
/// aside, has the same status and framing, so parsing it again is left out: the parser reads
/// nothing else. Nothing but Date is ever masked. Used by one thread.
class HeadMemory {
 public:
  explicit HeadMemory(bool answers_head_request) : answers_head_request_(answers_head_request) {}

  bool answers_head_request() const { return answers_head_request_; }
  const Head& head() const { return head_; }

  /// Size of the head at the front of `bytes` where it is the remembered one; else 0.
  std::size_t match(std::string_view bytes);
  void remember(std::string_view bytes, const Head& head);

  /// Bytes of the remembered head; 0: none yet.
  std::size_t size() const { return bytes_.size(); }
  std::uint64_t matches() const { return matches_; }

 private:
  bool equal_but_for_date(std::string_view bytes);

  std::string bytes_;
  std::size_t date_at_ = 0;  // of the Date value; 0: none
  Head head_;
  std::uint64_t matches_ = 0;
  bool answers_head_request_;
};

}  // namespace joust::client
