// The files beside standard output that a load can be written to. Error{machine} names the file
// that cannot be written and why.
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "client/cli/options.hpp"
#include "client/load/trace.hpp"
#include "results/model/load_result.hpp"

namespace joust::client::cli {

class OutputFiles {
 public:
  /// Begins the series, so that it is there while the load runs.
  explicit OutputFiles(const Options& options);

  /// What cannot be written is told by `write`: the load goes on.
  void add(const Interval& interval);
  /// Everything that is written after the load.
  void write(const LoadResult& result, const std::vector<Sample>& samples);

 private:
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

  void write_samples(const std::vector<Sample>& samples) const;
  static File open(const std::filesystem::path& path);
  static void put(const File& file, std::string_view text, const std::filesystem::path& path);

  const Options& options_;
  File series_{nullptr, std::fclose};
  std::optional<Error> series_trouble_;
};

}  // namespace joust::client::cli
