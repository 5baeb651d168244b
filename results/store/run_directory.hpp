// A run on disk: run.json, visits.jsonl (append-only, fsynced), and the files made from them.
// Only the writer of a run may append; any number of readers may read meanwhile.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/unique_fd.hpp"
#include "results/model/run.hpp"
#include "results/model/visit.hpp"

namespace joust::store {

struct StoredRun {
  std::filesystem::path directory;
  Run run;
  std::vector<Visit> visits;         // in file order
  std::vector<std::string> notices;  // "visits.jsonl: line 12 is cut short and was left out", ...
};

/// Reads a run directory. A last line that is cut short is left out with a notice; any other bad
/// line, a foreign schema or a missing run.json is Error{user_input} naming file, line and remedy.
StoredRun read_run(const std::filesystem::path& directory);

class RunWriter {
 public:
  /// Creates the directory (it must not exist or be empty), logs/ and run.json, syncs them.
  RunWriter(std::filesystem::path directory, const Run& run);

  /// Goes on with a run that was read before: cuts off a last line that is cut short.
  /// Error{user_input} when another process is writing it.
  static RunWriter reopen(std::filesystem::path directory);

  const std::filesystem::path& directory() const { return directory_; }
  std::filesystem::path logs() const { return directory_ / "logs"; }

  /// One line, written whole and fsynced before this returns. Error{machine} on a full disk; what
  /// was recorded before stays readable.
  void append(const Visit& visit);

 private:
  explicit RunWriter(std::filesystem::path directory) : directory_(std::move(directory)) {}
  void open_visits();

  std::filesystem::path directory_;
  UniqueFd visits_;
};

/// Writes `text` to directory/name, making folders in between; whole or not at all.
void write_product(const std::filesystem::path& directory, std::string_view name,
                   std::string_view text);

/// Points `link` (results/latest) at `directory`, atomically. Failure is a notice, not an error:
/// returned text.
std::string update_latest_link(const std::filesystem::path& link,
                               const std::filesystem::path& directory);

}  // namespace joust::store
