#include "servers/site/http_date.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace joust::site {
namespace {

constexpr std::array<std::string_view, 7> days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

// Takes the text apart from the left; once a piece does not fit, `ok` stays false.
struct Scanner {
  std::string_view rest;
  bool ok = true;

  void literal(std::string_view expected) {
    ok = ok && rest.substr(0, expected.size()) == expected;
    if (ok) rest.remove_prefix(expected.size());
  }

  int digits(std::size_t count, bool blank_padded = false) {
    if (!ok || rest.size() < count) return fail();
    std::string_view piece = rest.substr(0, count);
    if (blank_padded && piece.front() == ' ') piece.remove_prefix(1);
    int value = 0;
    for (const char c : piece) {
      if (c < '0' || c > '9') return fail();
      value = value * 10 + (c - '0');
    }
    rest.remove_prefix(count);
    return value;
  }

  int month() {
    const auto found = std::find(months.begin(), months.end(), rest.substr(0, 3));
    if (!ok || found == months.end()) return fail();
    rest.remove_prefix(3);
    return static_cast<int>(found - months.begin());
  }

  void time_of_day(std::tm& at) {
    at.tm_hour = digits(2);
    literal(":");
    at.tm_min = digits(2);
    literal(":");
    at.tm_sec = digits(2);
  }

  int fail() {
    ok = false;
    return 0;
  }
};

// A two-digit year that would lie more than 50 years ahead is one of the past century.
int full_year(int two_digits) {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  const int this_year = utc.tm_year + 1900;
  const int year = this_year / 100 * 100 + two_digits;
  return year > this_year + 50 ? year - 100 : year;
}

std::optional<std::time_t> checked(std::tm at, const Scanner& scan) {
  const bool plausible = scan.ok && scan.rest.empty() && at.tm_mday >= 1 && at.tm_mday <= 31 &&
                         at.tm_hour <= 23 && at.tm_min <= 59 && at.tm_sec <= 60;
  if (!plausible) return std::nullopt;
  return timegm(&at);
}

std::optional<std::time_t> parse_imf_fixdate(std::string_view after_comma) {
  Scanner scan{after_comma};
  std::tm at{};
  at.tm_mday = scan.digits(2);
  scan.literal(" ");
  at.tm_mon = scan.month();
  scan.literal(" ");
  at.tm_year = scan.digits(4) - 1900;
  scan.literal(" ");
  scan.time_of_day(at);
  scan.literal(" GMT");
  return checked(at, scan);
}

std::optional<std::time_t> parse_rfc850(std::string_view after_comma) {
  Scanner scan{after_comma};
  std::tm at{};
  at.tm_mday = scan.digits(2);
  scan.literal("-");
  at.tm_mon = scan.month();
  scan.literal("-");
  at.tm_year = full_year(scan.digits(2)) - 1900;
  scan.literal(" ");
  scan.time_of_day(at);
  scan.literal(" GMT");
  return checked(at, scan);
}

std::optional<std::time_t> parse_asctime(std::string_view after_day) {
  Scanner scan{after_day};
  std::tm at{};
  at.tm_mon = scan.month();
  scan.literal(" ");
  at.tm_mday = scan.digits(2, true);
  scan.literal(" ");
  scan.time_of_day(at);
  scan.literal(" ");
  at.tm_year = scan.digits(4) - 1900;
  return checked(at, scan);
}

}  // namespace

std::string http_date(std::time_t at) {
  std::tm utc{};
  gmtime_r(&at, &utc);
  return fmt::format("{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT",
                     days[static_cast<std::size_t>(utc.tm_wday)], utc.tm_mday,
                     months[static_cast<std::size_t>(utc.tm_mon)], utc.tm_year + 1900, utc.tm_hour,
                     utc.tm_min, utc.tm_sec);
}

std::optional<std::time_t> parse_http_date(std::string_view text) {
  const auto comma = text.find(", ");
  if (comma == std::string_view::npos) {
    if (text.size() < 4 || text[3] != ' ') return std::nullopt;
    return parse_asctime(text.substr(4));
  }
  const auto after_comma = text.substr(comma + 2);
  return comma == 3 ? parse_imf_fixdate(after_comma) : parse_rfc850(after_comma);
}

}  // namespace joust::site
