// Recognises requests seen before by comparing bytes, and reads the others. One a thread.
#pragma once

#include <array>
#include <cstring>
#include <string>
#include <string_view>

#include "servers/null/answers.hpp"

namespace joust::null_server {

/// A request that has been read: its bytes, and what they mean.
struct KnownRequest {
  std::string bytes;
  Answer* answer = nullptr;
  bool head_only = false;
};

class Recognizer {
 public:
  explicit Recognizer(Answers& answers) : answers_(answers) {}

  struct Result {
    std::size_t size = 0;      // bytes taken; 0: incomplete
    Answer* answer = nullptr;  // where something was taken
    bool head_only = false;
    bool bad = false;  // `answer` is the last one, the connection goes
  };

  Result recognize(const char* data, std::size_t size) {
    for (const auto& known : known_) {
      if (size >= known.bytes.size() && !known.bytes.empty() &&
          std::memcmp(data, known.bytes.data(), known.bytes.size()) == 0) {
        return {known.bytes.size(), known.answer, known.head_only, false};
      }
    }
    return read({data, size});
  }

 private:
  static constexpr std::size_t longest_known = 2048;

  Result read(std::string_view data) {
    const RequestHead head = read_request_head(data);
    if (head.state == RequestHead::State::incomplete) return {};
    if (head.state == RequestHead::State::bad) {
      return {data.size(), &answers_.bad_request(), false, true};
    }
    Answer& answer = answers_.answer_to(head);
    if (head.size <= longest_known) {
      known_[next_] = {std::string(data.substr(0, head.size)), &answer, head.head_only};
      next_ = (next_ + 1) % known_.size();
    }
    return {head.size, &answer, head.head_only, false};
  }

  Answers& answers_;
  std::array<KnownRequest, 4> known_;
  std::size_t next_ = 0;
};

}  // namespace joust::null_server
