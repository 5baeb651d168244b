#include "base/clock.hpp"

#include <fmt/format.h>

namespace joust {
namespace {

std::tm utc_fields(std::chrono::system_clock::time_point at) {
  const std::time_t seconds =
      std::chrono::system_clock::to_time_t(std::chrono::floor<std::chrono::seconds>(at));
  std::tm fields{};
  gmtime_r(&seconds, &fields);
  return fields;
}

}  // namespace

std::string utc_timestamp(std::chrono::system_clock::time_point at) {
  const std::tm utc = utc_fields(at);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", utc.tm_year + 1900, utc.tm_mon + 1,
                     utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec);
}

std::string utc_compact(std::chrono::system_clock::time_point at) {
  const std::tm utc = utc_fields(at);
  return fmt::format("{:04}{:02}{:02}T{:02}{:02}{:02}Z", utc.tm_year + 1900, utc.tm_mon + 1,
                     utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec);
}

}  // namespace joust
