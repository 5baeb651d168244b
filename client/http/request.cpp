#include "client/http/request.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace joust::client {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_token_character(char c) {
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) return true;
  constexpr std::string_view others = "!#$%&'*+-.^_`|~";
  return others.find(c) != std::string_view::npos;
}

bool breaks_a_line(char c) { return c == '\r' || c == '\n' || c == '\0'; }

bool names(const std::vector<Header>& headers, std::string_view name) {
  return std::any_of(headers.begin(), headers.end(),
                     [&](const Header& header) { return same_name(header.name, name); });
}

bool expects_a_body(std::string_view method) {
  return method == "POST" || method == "PUT" || method == "PATCH";
}

}  // namespace

bool same_name(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](char x, char y) { return lower(x) == lower(y); });
}

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_token_character);
}

std::vector<std::string> problems_of(const RequestForm& form) {
  std::vector<std::string> problems;
  if (!is_token(form.method))
    problems.push_back(
        fmt::format("--method '{}': a method is one word, such as GET", form.method));
  if (form.method == "CONNECT") problems.emplace_back("--method CONNECT: tunnels are not measured");
  for (const Header& header : form.headers) {
    if (!is_token(header.name))
      problems.push_back(
          fmt::format("--header '{}: ...': a field name has no blanks or separators", header.name));
    if (std::any_of(header.value.begin(), header.value.end(), breaks_a_line))
      problems.push_back(fmt::format("--header '{}': the value must be one line", header.name));
    if (same_name(header.name, "transfer-encoding"))
      problems.emplace_back("--header 'Transfer-Encoding': bodies are sent with a length");
    if (same_name(header.name, "content-length") &&
        header.value != std::to_string(form.body.size()))
      problems.push_back(fmt::format("--header 'Content-Length: {}': the body has {} bytes",
                                     header.value, form.body.size()));
  }
  return problems;
}

std::string render_request(const Url& url, const RequestForm& form) {
  const bool http_1_1 = form.http == HttpVersion::http_1_1;
  std::string text =
      fmt::format("{} {} HTTP/1.{}\r\n", form.method, url.target, http_1_1 ? '1' : '0');
  if (!names(form.headers, "host")) text += fmt::format("Host: {}\r\n", url.host_field);
  for (const Header& header : form.headers)
    text += fmt::format("{}: {}\r\n", header.name, header.value);
  if ((!form.body.empty() || expects_a_body(form.method)) && !names(form.headers, "content-length"))
    text += fmt::format("Content-Length: {}\r\n", form.body.size());
  if (form.keepalive != http_1_1 && !names(form.headers, "connection"))
    text += form.keepalive ? "Connection: keep-alive\r\n" : "Connection: close\r\n";
  text += "\r\n";
  text += form.body;
  return text;
}

}  // namespace joust::client
