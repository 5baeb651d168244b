#include "servers/beast/prepared_answers.hpp"

#include <utility>
#include <variant>

#include "servers/site/response_head.hpp"

namespace joust::beast {
namespace {

// Beyond either all are made anew: a site is small, or it is not what is being measured.
constexpr std::size_t most_kept = 16384;
constexpr std::size_t most_kept_bytes = std::size_t{64} << 20;

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
  const auto found = kept_.find(target);
  if (found == kept_.end() || found->second->second != now) return nullptr;
  return found->second;
}

std::shared_ptr<const PreparedAnswer> PreparedAnswers::keep(std::string_view target,
                                                            const site::Response& response,
                                                            std::time_t now,
                                                            std::string_view date) {
  if (response.status != 200 || response.close || !is_document(response.body) ||
      !is_usual(target)) {
    return nullptr;
  }
  auto answer = std::make_shared<PreparedAnswer>();
  answer->second = now;
  site::append_head(answer->text, response, 1, date);
  const auto* prepared = std::get_if<site::PreparedBytes>(&response.body);
  if (prepared != nullptr && prepared->bytes.size() <= small_body) {
    answer->text.append(prepared->bytes);
  } else {
    answer->rest = response.body;
  }

  if (kept_.size() >= most_kept || kept_bytes_ + answer->text.size() > most_kept_bytes) {
    kept_.clear();
    kept_bytes_ = 0;
  }
  const auto [place, is_new] = kept_.try_emplace(std::string(target));
  if (!is_new) kept_bytes_ -= place->second->text.size();
  kept_bytes_ += answer->text.size();
  place->second = answer;
  return answer;
}

}  // namespace joust::beast
