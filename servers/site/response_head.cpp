#include "servers/site/response_head.hpp"

#include <array>
#include <charconv>

namespace joust::site {

void append_head(std::string& out, const Response& response, int minor_version,
                 std::string_view date) {
  std::array<char, 8> status{};
  const auto [status_end, error] =
      std::to_chars(status.data(), status.data() + status.size(), response.status);
  out.append(minor_version == 0 ? "HTTP/1.0 " : "HTTP/1.1 ");
  out.append(status.data(), status_end);
  out.push_back(' ');
  out.append(reason_of(response.status));
  out.append("\r\n");
  for_each_field(response, date, [&out](std::string_view name, std::string_view value) {
    out.append(name);
    out.append(": ");
    out.append(value);
    out.append("\r\n");
  });
  if (response.close) {
    out.append("Connection: close\r\n");
  } else if (minor_version == 0) {
    out.append("Connection: keep-alive\r\n");
  }
  out.append("\r\n");
}

}  // namespace joust::site
