// The metrics as one table of data: every table, chart and file walks it.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "results/model/visit.hpp"

namespace joust {

enum class Better { higher, lower };

/// Which margin words are judged by; `shown` metrics are printed, never judged.
enum class Judged { shown, by_margin, by_latency_margin };

/// How block values are averaged: `ratio` metrics are positive and averaged as logarithms, so that
/// the quotient of two figures is the ratio shown; `linear` ones (counts, shares) as they are.
enum class Scale { ratio, linear };

struct Metric {
  std::string_view id;     // "rate_rps": file and JSON name, unit included
  std::string_view title;  // "requests/s"
  std::string_view unit;   // base unit: "1/s", "ns", "bytes", "1"
  Better better = Better::higher;
  Judged judged = Judged::shown;
  Scale scale = Scale::linear;
  std::optional<double> (*value_of)(const Visit&) = nullptr;  // nothing: not measured there
};

std::span<const Metric> metrics();
const Metric* find_metric(std::string_view id);

}  // namespace joust
