#include "client/formats/series.hpp"

#include <array>
#include <fmt/format.h>

namespace joust::client {
namespace {

struct Column {
  const char* name;
  double q;
};
constexpr std::array percentiles = {Column{"p50_ns", 0.5}, Column{"p90_ns", 0.9},
                                    Column{"p99_ns", 0.99}, Column{"p99.9_ns", 0.999}};

}  // namespace

std::string series_heading() {
  std::string line = "start_ns,length_ns,ok,failed,rate_rps";
  for (const Column& column : percentiles) line += fmt::format(",{}", column.name);
  return line + ",max_ns\n";
}

std::string series_line(const Interval& interval) {
  const double rate = interval.length_ns > 0 ? static_cast<double>(interval.ok) * 1e9 /
                                                   static_cast<double>(interval.length_ns)
                                             : 0;
  std::string line = fmt::format("{},{},{},{},{:.1f}", interval.start_ns, interval.length_ns,
                                 interval.ok, interval.failed, rate);
  for (const Column& column : percentiles) {
    const bool shown = interval.latency.supports(column.q);
    line += shown ? fmt::format(",{}", *interval.latency.quantile(column.q)) : ",";
  }
  const auto max = interval.latency.max();
  return line + (max ? fmt::format(",{}\n", *max) : ",\n");
}

}  // namespace joust::client
