// Reads one request head, strictly: what is not a plain GET or HEAD is `bad`. Allocates nothing.
#pragma once

#include <cstddef>
#include <string_view>

namespace joust::null_server {

inline constexpr std::size_t max_head_bytes = 65536;

enum class Connection { keep, keep_http10, close };  // keep_http10: answer "keep-alive" in words

struct RequestHead {
  enum class State { incomplete, bad, complete } state = State::incomplete;
  std::size_t size = 0;  // bytes of `data` that it takes, where complete
  std::string_view target;
  bool head_only = false;
  Connection connection = Connection::keep;
};

RequestHead read_request_head(std::string_view data);

}  // namespace joust::null_server
