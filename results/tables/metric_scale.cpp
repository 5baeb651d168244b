#include "results/tables/metric_scale.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "base/units.hpp"
#include "results/tables/printed_text.hpp"

namespace joust::tables {

namespace {

/// KiB or MiB once every value is at least one of them.
MetricScale byte_scale(const std::vector<std::optional<double>>& values) {
  const auto all_reach = [&](double bytes) {
    bool any = false;
    for (const auto& value : values) {
      if (!value) continue;
      if (*value < bytes) return false;
      any = true;
    }
    return any;
  };
  if (all_reach(1 << 20)) return {"MiB", 1 << 20, 3};
  if (all_reach(1 << 10)) return {"KiB", 1 << 10, 3};
  return {"bytes", 1, 3};
}

}  // namespace

std::string MetricScale::text(double value) const { return format_number(value / factor, digits); }

MetricScale scale_for(const Metric& metric, const std::vector<std::optional<double>>& values) {
  if (metric.unit == "ns") {
    const TimeScale scale = time_scale_for(values);
    return {scale.unit, scale.ns, 3};
  }
  if (metric.unit == "bytes") return byte_scale(values);
  if (metric.unit == "1") return {"", 1, 3};
  return {metric.unit, 1, 4};
}

std::string half_width_percent(const Estimate* estimate) {
  if (estimate == nullptr || !estimate->interval || estimate->point == 0) return "-";
  const double half = 0.5 * (estimate->interval->high - estimate->interval->low);
  const double share = half / std::abs(estimate->point);
  // Two blocks may disagree by any factor; how much more than all of it tells nothing.
  return share > 1 ? ">100" : fmt::format("{:.1f}", 100 * share);
}

}  // namespace joust::tables
