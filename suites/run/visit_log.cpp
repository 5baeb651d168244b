#include "suites/run/visit_log.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

#include "base/error.hpp"
#include "base/posix.hpp"
#include "base/unique_fd.hpp"

namespace joust::suites {

VisitLog::VisitLog(std::filesystem::path file, std::string_view heading) : file_(std::move(file)) {
  const UniqueFd log = posix::open_append(file_);
  const std::string line = fmt::format("--- {}\n", heading);
  if (write(log.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
    throw os_error(errno, fmt::format("write to '{}'", file_.string()));
  }
  std::error_code problem;
  start_ = std::filesystem::file_size(file_, problem);
  if (problem) throw machine_error("look at '{}': {}", file_.string(), problem.message());
}

std::string VisitLog::tail(std::size_t limit) const {
  std::error_code problem;
  const std::uintmax_t size = std::filesystem::file_size(file_, problem);
  if (problem || size <= start_) return {};
  const std::uintmax_t own = size - start_;
  if (own <= limit) return posix::file_tail(file_, static_cast<std::size_t>(own));
  std::string text = posix::file_tail(file_, limit);
  const std::size_t line_end = text.find('\n');
  return line_end == std::string::npos ? text : text.substr(line_end + 1);
}

std::uint16_t VisitLog::ready_port() const {
  // Ready lines come first: a server that talks a megabyte before it is ready is none.
  const std::string text = tail(1U << 20U);
  constexpr std::string_view prefix = "READY port=";
  for (std::size_t at = text.find(prefix); at != std::string::npos;
       at = text.find(prefix, at + 1)) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string::npos) return 0;  // not written whole yet
    if (at != 0 && text[at - 1] != '\n') continue;
    const char* first = text.data() + at + prefix.size();
    std::uint16_t port = 0;
    const auto [stop, failed] = std::from_chars(first, text.data() + end, port);
    const bool ends_the_word = stop == text.data() + end || *stop == ' ' || *stop == '\r';
    if (failed == std::errc{} && ends_the_word && port != 0) return port;
  }
  return 0;
}

std::string file_name_for(std::string_view contender) {
  std::string name{contender};
  std::replace_if(
      name.begin(), name.end(),
      [](char c) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
        return !plain;
      },
      '_');
  if (name.empty() || name.front() == '.') name.insert(name.begin(), '_');
  return name;
}

}  // namespace joust::suites
