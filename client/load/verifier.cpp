#include "client/load/verifier.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/sha256.hpp"

namespace joust::client {
namespace {

/// Bodies up to here are compared each time, longer ones one in `sample_of_large`.
constexpr std::uint64_t always_compared = 4096;
constexpr std::uint32_t sample_of_large = 16;
/// Below, reading a body costs less than a call to drop it.
constexpr std::uint64_t smallest_skipped = 8192;
/// What is kept of a reference body, and the most that is hashed where a SHA-256 is expected.
constexpr std::size_t longest_kept = std::size_t{16} << 20;
constexpr std::size_t longest_hashed = std::size_t{1} << 30;
/// While there is no reference, connections keep what comes in; where that is more in all, only one
/// goes on.
constexpr std::size_t most_kept_by_all = std::size_t{4} << 20;

}  // namespace

std::shared_ptr<const Reference> SharedReference::get() const {
  const std::lock_guard lock(mutex_);
  return first_;
}

std::shared_ptr<const Reference> SharedReference::offer(
    std::shared_ptr<const Reference> reference) {
  const std::lock_guard lock(mutex_);
  if (!first_) first_ = std::move(reference);
  return first_;
}

Verifier::Verifier(const LoadPlan& plan, SharedReference& shared)
    : check_length_(plan.check != CheckLevel::none && !plan.variable_length &&
                    plan.method != "HEAD"),
      check_content_(check_length_ && plan.check == CheckLevel::full),
      expected_sha256_(plan.expect_sha256),
      shared_(shared) {
  if (plan.expect_bytes) expected_bytes_ = plan.expect_bytes->value;
  if (plan.expect_status.empty())
    for (std::size_t status = 200; status < 300; ++status) right_status_.set(status);
  for (const int status : plan.expect_status) right_status_.set(static_cast<std::size_t>(status));
}

ContentCheck Verifier::decide(int status) {
  if (!check_content_ || !right_status_[static_cast<std::size_t>(status)])
    return ContentCheck::ignored;
  if (!reference_) reference_ = shared_.get();
  if (!reference_) return ContentCheck::collected;
  if (reference_->length <= always_compared) return ContentCheck::compared;
  return large_ones_++ % sample_of_large == 0 ? ContentCheck::compared : ContentCheck::ignored;
}

void Verifier::look_at(Slot slot, int status, std::string_view piece, std::uint64_t offset,
                       ContentCheck& check) {
  if (check == ContentCheck::undecided) check = decide(status);
  if (check == ContentCheck::compared) {
    const std::string& right = reference_->body;
    if (offset >= right.size()) return;  // what is too long fails by its length
    const std::size_t size = std::min<std::size_t>(piece.size(), right.size() - offset);
    if (std::memcmp(piece.data(), right.data() + offset, size) != 0)
      check = ContentCheck::different;
  } else if (check == ContentCheck::collected) {
    check = collect(slot, piece);
  }
}

void Verifier::look_at_whole(Slot slot, int status, std::string_view body, ContentCheck& check) {
  const bool usual = reference_ && check_content_ && body.size() == reference_->length &&
                     body.size() <= always_compared &&
                     right_status_[static_cast<std::size_t>(status)];
  if (!usual) return look_at(slot, status, body, 0, check);
  check = std::memcmp(body.data(), reference_->body.data(), body.size()) == 0
              ? ContentCheck::compared
              : ContentCheck::different;
}

ContentCheck Verifier::collect(Slot slot, std::string_view piece) {
  const std::size_t limit = expected_sha256_ ? longest_hashed + 1 : longest_kept;
  std::string& body = collected_[slot];
  const std::string_view kept = piece.substr(0, limit - std::min(limit, body.size()));
  if (collected_.begin()->first != slot && collected_bytes_ + kept.size() > most_kept_by_all) {
    drop_collected(slot);
    return ContentCheck::ignored;
  }
  body += kept;
  collected_bytes_ += kept.size();
  return ContentCheck::collected;
}

std::string Verifier::drop_collected(Slot slot) {
  auto node = collected_.extract(slot);
  if (node.empty()) return {};
  collected_bytes_ -= node.mapped().size();
  return std::move(node.mapped());
}

bool Verifier::differs(std::string_view body) const {
  const std::size_t common = std::min(body.size(), reference_->body.size());
  return std::memcmp(body.data(), reference_->body.data(), common) != 0;
}

bool Verifier::skips_next() const {
  if (!reference_ || reference_->length <= smallest_skipped) return false;
  return !check_content_ || large_ones_ % sample_of_large != 0;
}

bool Verifier::may_skip(ContentCheck check) const {
  return check == ContentCheck::ignored || check == ContentCheck::different ||
         (check == ContentCheck::undecided && !check_content_);
}

bool Verifier::length_is_wrong(std::uint64_t body_bytes) const {
  if (!check_length_) return false;
  if (expected_bytes_) return body_bytes != *expected_bytes_;
  return reference_ && body_bytes != reference_->length;
}

std::optional<FailureClass> Verifier::judge(Slot slot, int status, std::uint64_t body_bytes,
                                            ContentCheck& check) {
  const ContentCheck checked = std::exchange(check, ContentCheck::undecided);
  if (!right_status_[static_cast<std::size_t>(status)]) return FailureClass::status;
  if (check_length_ && !reference_) [[unlikely]]
    reference_ = shared_.get();
  if (checked == ContentCheck::collected) return judge_collected(slot, body_bytes);
  if (length_is_wrong(body_bytes)) return FailureClass::length;
  if (checked == ContentCheck::different) return FailureClass::content;
  const bool may_lead =
      check_length_ && !reference_ && (!check_content_ || checked == ContentCheck::undecided);
  if (may_lead) [[unlikely]]
    return become_reference(body_bytes, {});
  return std::nullopt;
}

std::optional<FailureClass> Verifier::judge_collected(Slot slot, std::uint64_t body_bytes) {
  std::string body = drop_collected(slot);
  if (length_is_wrong(body_bytes)) return FailureClass::length;
  if (!reference_) return become_reference(body_bytes, std::move(body));
  return differs(body) ? std::optional(FailureClass::content) : std::nullopt;
}

/// The first answer that holds against what the plan expects; another thread's may win the race.
std::optional<FailureClass> Verifier::become_reference(std::uint64_t body_bytes, std::string body) {
  if (expected_sha256_ && (body.size() != body_bytes || sha256_hex(body) != *expected_sha256_))
    return FailureClass::content;
  if (body.size() > longest_kept) body.resize(longest_kept);
  const auto own = std::make_shared<const Reference>(Reference{body_bytes, std::move(body)});
  reference_ = shared_.offer(own);
  if (reference_ == own) return std::nullopt;
  if (length_is_wrong(body_bytes)) return FailureClass::length;
  return differs(own->body) ? std::optional(FailureClass::content) : std::nullopt;
}

void Verifier::forget(Slot slot, ContentCheck& check) {
  if (check == ContentCheck::collected) drop_collected(slot);
  check = ContentCheck::undecided;
}

}  // namespace joust::client
