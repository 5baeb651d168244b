// HTTP's dates (RFC 9110, 5.6.7): written as IMF-fixdate, read in all three forms.
// Independent of the process's locale and time zone.
#pragma once

#include <ctime>
#include <optional>
#include <string>
#include <string_view>

namespace joust::site {

/// "Sun, 06 Nov 1994 08:49:37 GMT": always 29 characters.
std::string http_date(std::time_t at);

/// IMF-fixdate, RFC 850 or asctime form; nothing when it is none of them.
std::optional<std::time_t> parse_http_date(std::string_view text);

/// The value of the Date field, formatted once a second. One per thread.
class DateOfNow {
 public:
  const std::string& at(std::time_t now) {
    if (now != second_) {
      second_ = now;
      text_ = http_date(now);
    }
    return text_;
  }

 private:
  std::time_t second_ = -1;
  std::string text_;
};

}  // namespace joust::site
