#include "servers/beast/prepared_answers.hpp"

#include <utility>
#include <variant>

#include "servers/site/response_head.hpp"

namespace joust::beast {
namespace {

// A site is small, or it is not what is being measured.
constexpr std::size_t most_kept = 16384;

// Spellings with queries and escapes are without end; whoever asks for a file writes none.
bool is_usual(std::string_view target) {
  return target.size() <= 256 && target.find_first_of("?%") == std::string_view::npos;
}

// Documents are kept by somebody; what is made for one request is not.
bool is_document(const site::Body& body) {
  return std::holds_alternative<site::PreparedBytes>(body) ||
         std::holds_alternative<site::FileRange>(body);
}

}  // namespace

bool PreparedAnswers::is_plain(const site::Request& request) {
  return request.method == "GET" && request.minor_version == 1 && !request.close_asked &&
         !request.range && !request.if_match && !request.if_unmodified_since &&
         !request.if_none_match && !request.if_modified_since && !site::refusal_of(request);
}

std::shared_ptr<const PreparedAnswer> PreparedAnswers::find(std::string_view target,
                                                            std::time_t now) const {
  if (now != second_) return nullptr;
  const auto found = kept_.find(target);
  return found == kept_.end() ? nullptr : found->second;
}

std::shared_ptr<const PreparedAnswer> PreparedAnswers::keep(std::string_view target,
                                                            const site::Response& response,
                                                            std::time_t now,
                                                            std::string_view date) {
  if (now != second_) begin_second(now);
  if (response.status != 200 || response.close || !is_document(response.body) ||
      !is_usual(target)) {
    return nullptr;
  }
  const auto* prepared = std::get_if<site::PreparedBytes>(&response.body);
  const bool large = prepared == nullptr || prepared->bytes.size() > small_body;
  const std::size_t body = prepared == nullptr ? 0 : prepared->bytes.size();
  if (kept_.size() >= most_kept || (large && large_ >= most_large)) return nullptr;

  auto answer = std::make_shared<PreparedAnswer>();
  site::append_head(answer->text, response, 1, date);
  const std::size_t bytes = answer->text.size() + body;
  if (bytes > most_bytes - bytes_) return nullptr;
  if (large) {
    answer->rest = response.body;
  } else {
    answer->text.append(prepared->bytes);
  }
  const auto [place, is_new] = kept_.try_emplace(std::string(target), std::move(answer));
  if (is_new) {
    bytes_ += bytes;
    if (large) ++large_;
  }
  return place->second;
}

// What the last one has left is of no more use.
void PreparedAnswers::begin_second(std::time_t now) {
  kept_.clear();
  second_ = now;
  bytes_ = 0;
  large_ = 0;
}

}  // namespace joust::beast
