// Where requests go, as people write it: http://host[:port]/path or unix:/socket:/path.
// Pure text; knows no sockets and no name resolution.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace joust::client {

struct Url {
  std::string host;         // without brackets; empty for a unix socket
  std::uint16_t port = 80;  // meaningless for a unix socket
  std::string unix_path;    // empty for TCP
  std::string target;       // path and query as sent, "/" at least
  std::string host_field;   // value of the Host field: "localhost:8080", "[::1]", "localhost"

  bool is_unix() const { return !unix_path.empty(); }
};

/// Error{user_input} that quotes the text and says what is expected. https:// is refused by name.
Url parse_url(std::string_view text);

}  // namespace joust::client
