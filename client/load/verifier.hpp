// Says whether an answer is the right one: status, length, content. One a thread; the first
// verified answer of the run becomes the reference for all threads.
// Compares in place; knows no sockets, no clocks, no counts.
#pragma once

#include <bitset>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "client/engines/engine.hpp"
#include "results/model/load_plan.hpp"
#include "results/model/load_result.hpp"

namespace joust::client {

/// What answers are compared with.
struct Reference {
  std::uint64_t length = 0;
  std::string body;  // empty where content is not compared; cut at 16 MiB otherwise
};

/// Shared by the threads of a run; each asks once or twice in its life.
class SharedReference {
 public:
  std::shared_ptr<const Reference> get() const;
  /// The first one offered stays; returns it.
  std::shared_ptr<const Reference> offer(std::shared_ptr<const Reference> reference);

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Reference> first_;
};

/// How the content of the answer that is coming in is treated; a byte of the connection's state.
enum class ContentCheck : std::uint8_t { undecided, ignored, compared, collected, different };

class Verifier {
 public:
  /// `shared` outlives the verifier.
  Verifier(const LoadPlan& plan, SharedReference& shared);

  /// A piece of the body, `offset` bytes after its begin. Any order of slots.
  void look_at(Slot slot, int status, std::string_view piece, std::uint64_t offset,
               ContentCheck& check);
  /// The same for a body that came in one piece.
  void look_at_whole(Slot slot, int status, std::string_view body, ContentCheck& check);
  /// Whether the body of an answer that begins now is a large one that will not be looked at.
  bool skips_next() const;
  /// Whether pieces still to come need not be looked at.
  bool may_skip(ContentCheck check) const;
  /// The answer is whole: its failure class, or nothing when it is right. Resets `check`.
  std::optional<FailureClass> judge(Slot slot, int status, std::uint64_t body_bytes,
                                    ContentCheck& check);
  /// The answer will never be whole.
  void forget(Slot slot, ContentCheck& check);

 private:
  ContentCheck decide(int status);
  ContentCheck collect(Slot slot, std::string_view piece);
  std::string drop_collected(Slot slot);
  bool differs(std::string_view body) const;
  bool length_is_wrong(std::uint64_t body_bytes) const;
  std::optional<FailureClass> judge_collected(Slot slot, std::uint64_t body_bytes);
  std::optional<FailureClass> become_reference(std::uint64_t body_bytes, std::string body);

  std::bitset<1000> right_status_;
  bool check_length_;
  bool check_content_;
  std::optional<std::uint64_t> expected_bytes_;
  std::optional<std::string> expected_sha256_;
  SharedReference& shared_;
  std::shared_ptr<const Reference> reference_;  // this thread's hold on it
  std::map<Slot, std::string> collected_;       // only until there is a reference
  std::size_t collected_bytes_ = 0;
  std::uint32_t large_ones_ = 0;  // for the sample of large bodies
};

}  // namespace joust::client
