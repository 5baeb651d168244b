#include "servers/site/request_reader.hpp"

#include <algorithm>

namespace joust::site {
namespace {

constexpr std::string_view line_end = "\r\n";

bool is_target(std::string_view text) {
  return !text.empty() && std::none_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) <= 32 || c == 127;
  });
}

// 0, or the status to refuse with.
int take_request_line(std::string_view line, Request& request) {
  const auto method_end = line.find(' ');
  const auto target_end = line.rfind(' ');
  if (method_end == std::string_view::npos || method_end == target_end) return 400;
  request.method = line.substr(0, method_end);
  request.target = line.substr(method_end + 1, target_end - method_end - 1);
  if (!is_token(request.method) || !is_target(request.target)) return 400;
  const auto version = line.substr(target_end + 1);
  if (const auto status = refusal_of_version(version)) return *status;
  request.minor_version = version.back() - '0';
  return 0;
}

// `lines` end in CRLF each; the empty line that ends the head is not among them.
int take_head(std::string_view lines, Request& request) {
  auto end = lines.find(line_end);
  if (const int status = take_request_line(lines.substr(0, end), request)) return status;
  for (lines.remove_prefix(end + 2); !lines.empty(); lines.remove_prefix(end + 2)) {
    end = lines.find('\n') - 1;
    const auto line = lines.substr(0, end);
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) return 400;
    take_field(request, line.substr(0, colon), line.substr(colon + 1));
  }
  return 0;
}

}  // namespace

RequestReader::Result RequestReader::read(std::string_view window, Request& request) {
  for (;;) {
    const auto lf = window.find('\n', scanned_);
    if (lf == std::string_view::npos) return wait(window);
    if (lf >= limit) return too_large();
    if (lf == line_ || window[lf - 1] != '\r') return refuse(400);
    const bool empty = lf == line_ + 1;
    const bool over = empty && line_ > start_;
    if (over) {
      const auto lines = window.substr(start_, line_ - start_);
      *this = RequestReader();
      if (const int status = take_head(lines, request)) return refuse(status);
      return {State::complete, lf + 1, 0};
    }
    scanned_ = line_ = lf + 1;
    if (empty) start_ = line_;
  }
}

RequestReader::Result RequestReader::wait(std::string_view window) {
  if (window.size() >= limit) return too_large();
  scanned_ = window.size();
  // What cannot be a method (a TLS handshake, say) need not come to the end of a line.
  const bool hopeless = begun() && window[start_] != '\r' && !is_token(window.substr(start_, 1));
  return hopeless ? refuse(400) : Result{};
}

RequestReader::Result RequestReader::too_large() { return refuse(line_ == start_ ? 414 : 431); }

RequestReader::Result RequestReader::refuse(int status) {
  *this = RequestReader();
  return {State::refused, 0, status};
}

}  // namespace joust::site
