// The metrics as one table of data: every table, chart and file walks it.
// Knows what a visit holds, not how values are printed.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "results/model/contender.hpp"
#include "results/model/visit.hpp"

namespace joust {

enum class Better { higher, lower };

/// Which margin words are judged by; `shown` metrics are printed, never judged.
enum class Judged { shown, by_margin, by_latency_margin };

/// How block values are averaged: `ratio` metrics are positive and averaged as logarithms, so that
/// the quotient of two figures is the ratio shown; `linear` ones (counts, shares) as they are.
enum class Scale { ratio, linear };

/// What a figure over several visits is made of.
enum class Pooling {
  blocks,   // the visits' values, averaged by `scale`, with a t interval
  merged,   // quantile `quantile` of the visits' merged histograms, with its order-statistic one
  maximum,  // the largest value of any visit, as a maximum: no interval
};

struct Metric {
  std::string_view id;     // "rate_rps": file and JSON name, unit included
  std::string_view title;  // "requests/s"
  std::string_view unit;   // base unit: "1/s", "ns", "bytes", "1"
  Better better = Better::higher;
  Judged when_servers = Judged::shown;  // in a suite that compares servers
  Judged when_clients = Judged::shown;  // in a suite that compares clients
  Scale scale = Scale::linear;
  /// One visit's value; nothing: not measured there.
  std::optional<double> (*value_of)(const Visit&) = nullptr;
  Pooling pooling = Pooling::blocks;
  /// `merged` only: where the histogram is, nothing where it was not measured.
  const std::optional<Histogram>* (*histogram_of)(const Visit&) = nullptr;
  double quantile = 0;

  Judged judged_in(Side side) const { return side == Side::servers ? when_servers : when_clients; }
};

/// In the order that tables show them.
std::span<const Metric> metrics();
const Metric* find_metric(std::string_view id);
/// What a suite is about first: requests/s of servers, CPU per request of clients.
const Metric& primary_metric(Side side);

}  // namespace joust
