#include "base/live_line.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

namespace joust {
namespace {

/// At most so many code points of UTF-8 text, none of them in part.
std::string_view cut(std::string_view text, std::size_t code_points) {
  std::size_t seen = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    constexpr unsigned char continuation_mask = 0xc0;
    constexpr unsigned char continuation = 0x80;
    if ((static_cast<unsigned char>(text[i]) & continuation_mask) == continuation) continue;
    if (++seen > code_points) return text.substr(0, i);
  }
  return text;
}

void write_to_stderr(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

std::size_t terminal_width(int fd) {
  winsize size{};
  if (isatty(fd) == 0 || ioctl(fd, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

std::string time_left(std::int64_t elapsed_ns, double share_done) {
  constexpr double ns_a_second = 1e9;
  constexpr double limit = 100;  // from here on in the next unit: two digits say enough
  const double seconds =
      static_cast<double>(elapsed_ns) / ns_a_second * (1 - share_done) / share_done;
  if (seconds < limit) return fmt::format("{} s", std::lround(seconds));
  const double minutes = seconds / 60;
  if (minutes < limit) return fmt::format("{} min", std::lround(minutes));
  return fmt::format("{} h", std::lround(minutes / 60));
}

LiveLine LiveLine::on_stderr() {
  const char* terminal = std::getenv("TERM");
  const bool can_erase = terminal != nullptr && std::string_view(terminal) != "dumb";
  return {can_erase ? terminal_width(STDERR_FILENO) : 0, write_to_stderr};
}

LiveLine::LiveLine(std::size_t width, Write write) : width_(width), write_(std::move(write)) {}

LiveLine::~LiveLine() { clear(); }

void LiveLine::show(std::string_view text) {
  if (width_ == 0) return;
  // The last column stays free: a terminal may break the line there.
  const std::string line(cut(text, width_ - 1));
  write_("\r" + line + "\x1b[K");
  shown_ = line;
}

void LiveLine::print(std::string_view line) {
  const std::string shown = shown_;
  clear();
  write_(std::string(line) + "\n");
  if (!shown.empty()) show(shown);
}

void LiveLine::clear() {
  if (shown_.empty()) return;
  shown_.clear();
  write_("\r\x1b[K");
}

}  // namespace joust
