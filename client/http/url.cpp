#include "client/http/url.hpp"

#include <algorithm>
#include <charconv>
#include <sys/un.h>

#include "base/error.hpp"
#include "client/http/request.hpp"

namespace joust::client {
namespace {

constexpr std::string_view accepted = "expected http://host[:port]/path or unix:/socket:/path";

/// Schemes are the same in capitals: RFC 3986 3.1.
bool has_scheme(std::string_view url, std::string_view scheme) {
  return same_name(url.substr(0, scheme.size()), scheme);
}

bool printable_ascii(char c) { return c > ' ' && c < '\x7f'; }

std::uint16_t parse_port(std::string_view text, std::string_view url) {
  unsigned port = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (problem != std::errc{} || end != text.data() + text.size() || port == 0 || port > 65535)
    throw user_error("URL '{}': '{}' is no port; expected 1 to 65535", url, text);
  return static_cast<std::uint16_t>(port);
}

std::string target_of(std::string_view rest) {
  const auto fragment = rest.find('#');  // never sent: RFC 9110 7.1
  const std::string_view sent = rest.substr(0, fragment);
  if (sent.empty()) return "/";
  return sent.front() == '?' ? "/" + std::string(sent) : std::string(sent);
}

Url parse_unix(std::string_view rest, std::string_view url) {
  const auto colon = rest.find(':');
  Url parsed;
  parsed.unix_path = rest.substr(0, colon);
  if (parsed.unix_path.empty() || parsed.unix_path.front() != '/')
    throw user_error("URL '{}': the socket's path must be absolute; {}", url, accepted);
  constexpr std::size_t longest = sizeof(sockaddr_un{}.sun_path) - 1;
  if (parsed.unix_path.size() > longest)
    throw user_error("URL '{}': the socket's path has {} bytes, the system allows {}", url,
                     parsed.unix_path.size(), longest);
  parsed.target = target_of(colon == std::string_view::npos ? "" : rest.substr(colon + 1));
  if (parsed.target.front() != '/')
    throw user_error("URL '{}': the path after the socket must begin with '/'; {}", url, accepted);
  parsed.host_field = "localhost";
  return parsed;
}

void parse_authority(std::string_view authority, std::string_view url, Url& parsed) {
  if (authority.find('@') != std::string_view::npos)
    throw user_error("URL '{}': user names in URLs are not supported; use -H 'Authorization: ...'",
                     url);
  std::string_view port;
  if (!authority.empty() && authority.front() == '[') {
    const auto bracket = authority.find(']');
    if (bracket == std::string_view::npos)
      throw user_error("URL '{}': '[' without ']'; an IPv6 address is written [::1]", url);
    parsed.host = authority.substr(1, bracket - 1);
    port = authority.substr(bracket + 1);
    if (!port.empty() && port.front() != ':')
      throw user_error("URL '{}': '{}' after ']'; expected ':' and a port", url, port);
  } else {
    const auto colon = authority.find(':');
    if (colon != authority.rfind(':'))
      throw user_error("URL '{}': an IPv6 address is written in brackets: http://[::1]:8080/", url);
    parsed.host = authority.substr(0, colon);
    port = colon == std::string_view::npos ? std::string_view{} : authority.substr(colon);
  }
  if (parsed.host.empty()) throw user_error("URL '{}': no host; {}", url, accepted);
  if (!port.empty()) parsed.port = parse_port(port.substr(1), url);
  const bool literal_v6 = parsed.host.find(':') != std::string::npos;
  parsed.host_field = literal_v6 ? "[" + parsed.host + "]" : parsed.host;
  if (parsed.port != 80) parsed.host_field += ":" + std::to_string(parsed.port);
}

}  // namespace

Url parse_url(std::string_view text) {
  if (!std::all_of(text.begin(), text.end(), printable_ascii))
    throw user_error("URL '{}': blanks and other than ASCII must be written as %XX", text);
  if (has_scheme(text, "https://"))
    throw user_error("URL '{}': TLS is not measured yet; use http://", text);
  if (text.substr(0, 5) == "unix:") return parse_unix(text.substr(5), text);
  constexpr std::string_view scheme = "http://";
  if (!has_scheme(text, scheme)) throw user_error("URL '{}': {}", text, accepted);
  const std::string_view rest = text.substr(scheme.size());
  const auto path = rest.find_first_of("/?#");
  Url parsed;
  parse_authority(rest.substr(0, path), text, parsed);
  parsed.target = target_of(path == std::string_view::npos ? "" : rest.substr(path));
  return parsed;
}

}  // namespace joust::client
