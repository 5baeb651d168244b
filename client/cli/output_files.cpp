#include "client/cli/output_files.hpp"

#include <cerrno>

#include "base/error.hpp"
#include "base/posix.hpp"
#include "client/formats/hgrm.hpp"
#include "client/formats/json.hpp"
#include "client/formats/samples.hpp"
#include "client/formats/series.hpp"

namespace joust::client::cli {
namespace {

const Histogram& latency_of(const LoadResult& result) {
  static const Histogram none;
  const auto& latency = result.plan.rate_rps ? result.latency.response : result.latency.service;
  return latency ? *latency : none;
}

}  // namespace

OutputFiles::OutputFiles(const Options& options) : options_(options) {
  if (!options.series_file) return;
  series_ = open(*options.series_file);
  put(series_, series_heading(), *options.series_file);
}

OutputFiles::File OutputFiles::open(const std::filesystem::path& path) {
  File file(std::fopen(path.c_str(), "we"), std::fclose);
  if (!file) throw os_error(errno, "write '" + path.string() + "'");
  return file;
}

void OutputFiles::put(const File& file, std::string_view text, const std::filesystem::path& path) {
  if (std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() ||
      std::fflush(file.get()) != 0)
    throw os_error(errno, "write '" + path.string() + "'");
}

void OutputFiles::add(const Interval& interval) {
  if (!series_) return;
  try {
    put(series_, series_line(interval), *options_.series_file);
  } catch (const Error& error) {
    series_trouble_ = error;
    series_.reset();
  }
}

void OutputFiles::write_samples(const std::vector<Sample>& samples) const {
  constexpr std::size_t piece = std::size_t{1} << 20;
  const File file = open(*options_.samples_file);
  std::string text = samples_heading();
  for (const Sample& sample : samples) {
    text += sample_line(sample);
    if (text.size() < piece) continue;
    put(file, text, *options_.samples_file);
    text.clear();
  }
  put(file, text, *options_.samples_file);
}

void OutputFiles::write(const LoadResult& result, const std::vector<Sample>& samples) {
  if (options_.json_file) posix::write_file(*options_.json_file, json_of(result));
  if (options_.hgrm_file) posix::write_file(*options_.hgrm_file, hgrm_of(latency_of(result)));
  if (options_.samples_file) write_samples(samples);
  if (series_trouble_) throw *series_trouble_;
}

}  // namespace joust::client::cli
