// The files beside standard output that a load can be written to. Error{machine} names the file
// that cannot be written and why.
#pragma once

#include <cstdio>
#include <memory>
#include <string_view>
#include <vector>

#include "client/cli/options.hpp"
#include "client/load/trace.hpp"
#include "results/model/load_result.hpp"

namespace joust::client::cli {

class OutputFiles {
 public:
  /// Begins the series, so that it is there while the load runs.
  explicit OutputFiles(const Options& options);

  void add(const Interval& interval);
  void write(const std::vector<Sample>& samples);
  /// JSON and percentiles.
  void write(const LoadResult& result);

 private:
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

  static File open(const std::filesystem::path& path);
  static void put(const File& file, std::string_view text, const std::filesystem::path& path);

  const Options& options_;
  File series_{nullptr, std::fclose};
};

}  // namespace joust::client::cli
