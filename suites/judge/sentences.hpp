// Comparisons as sentences that people can quote; private to suites/judge.
#pragma once

#include <optional>
#include <string>

#include "results/model/contender.hpp"
#include "results/model/estimate.hpp"
#include "results/model/metric.hpp"
#include "results/model/verdict.hpp"

namespace joust::suites {

/// What a sentence needs beside the comparison.
struct SentenceContext {
  const Metric& metric;
  Side side = Side::servers;
  std::string place;  // "at 52 B, c = 10", "over all 6 cells (geometric mean)"
  double margin = 0.03;
  std::string reason;  // of a verdict that is no claim; of `inconclusive` where blocks abound
};

/// a's value over b's, less 1: negative where a's value is the smaller one, whatever is better.
Estimate change_of(const Estimate& ratio, Better better);

std::string sentence_of(const Comparison& comparison, const SentenceContext& context);

}  // namespace joust::suites
