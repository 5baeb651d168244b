// Names that charts give to metrics, runs and files. Pure.
#pragma once

#include <string>
#include <string_view>

#include "results/model/metric.hpp"
#include "results/model/run.hpp"
#include "results/model/verdict.hpp"

namespace joust::plots {

struct MetricWords {
  std::string heading;   // "Throughput"
  std::string quantity;  // "requests/s"
  std::string stem;      // "throughput", of file names
};
MetricWords words_of(const Metric& metric);

/// "faster", "less CPU", "not decided", ...
std::string word_for(Verdict verdict, const Metric& metric);

/// The suite's title and the other side of the wire: "Static files; client: joust-load".
std::string subtitle_of(const Run& run);

/// Lower-case letters, digits, '-', '_' and '.' only, not starting with '.', of bounded length.
std::string safe_stem(std::string_view text);

}  // namespace joust::plots
