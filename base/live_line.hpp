// A line on a terminal that is written over again and again, among lines that stay.
// Knows nothing of what is shown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace joust {

/// Columns of the terminal that `fd` is; 0 where it is none or does not say.
std::size_t terminal_width(int fd);

/// "18 s", "3 min", "2 h": what is left when `share_done` (in (0, 1]) took `elapsed_ns`.
std::string time_left(std::int64_t elapsed_ns, double share_done);

/// One thread's.
class LiveLine {
 public:
  using Write = std::function<void(std::string_view)>;

  /// On standard error, where a terminal that can erase a line (TERM is not "dumb") is there.
  static LiveLine on_stderr();
  /// `width`: columns to keep within; 0: there is no terminal, and nothing is shown that does not
  /// stay.
  LiveLine(std::size_t width, Write write);
  /// Erases what does not stay.
  ~LiveLine();
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;

  bool is_live() const { return width_ > 0; }
  /// Takes the place of what was shown before; cut to the width.
  void show(std::string_view text);
  /// A line that stays, without its line end, above the live one.
  void print(std::string_view line);
  /// Nothing is shown any more: what others print next stands alone.
  void clear();

 private:
  std::size_t width_;
  Write write_;
  std::string shown_;
};

}  // namespace joust
