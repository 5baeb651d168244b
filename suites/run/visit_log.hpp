// One visit's part of a log that all visits of a contender share: a heading, then whatever the
// program wrote. Few files for people to read, and each visit's own words for its record.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace joust::suites {

class VisitLog {
 public:
  /// Appends "--- heading" and remembers where the visit's own part begins.
  VisitLog(std::filesystem::path file, std::string_view heading);

  const std::filesystem::path& file() const { return file_; }
  /// All that this visit has written, or its last `limit` bytes from the start of a line.
  std::string tail(std::size_t limit = 2000) const;
  /// The value of a "READY port=NNNN" line; 0 while there is none.
  std::uint16_t ready_port() const;

 private:
  std::filesystem::path file_;
  std::uintmax_t start_ = 0;
};

/// A name that is one plain path component: other characters become '_'.
std::string file_name_for(std::string_view contender);

}  // namespace joust::suites
