// The head of an answer as it goes over the wire, for engines without a serializer of their own.
#pragma once

#include <string>
#include <string_view>

#include "servers/site/response.hpp"

namespace joust::site {

/// The request's version is answered in kind: 1.0 with its own, and with Connection: keep-alive.
void append_head(std::string& out, const Response& response, int minor_version,
                 std::string_view date);

/// The interim answer to Expect: 100-continue.
inline constexpr std::string_view continue_head = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace joust::site
