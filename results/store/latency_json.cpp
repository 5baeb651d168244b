#include <array>

#include "results/store/json_fields.hpp"

namespace joust::store {

namespace {

struct NamedQuantile {
  const char* name;  // in percent
  double q;
};
constexpr std::array quantiles = {NamedQuantile{"50", 0.5},       NamedQuantile{"75", 0.75},
                                  NamedQuantile{"90", 0.9},       NamedQuantile{"95", 0.95},
                                  NamedQuantile{"99", 0.99},      NamedQuantile{"99.9", 0.999},
                                  NamedQuantile{"99.99", 0.9999}, NamedQuantile{"99.999", 0.99999}};

struct NamedHistogram {
  const char* name;
  std::optional<Histogram> Latencies::*member;
};
constexpr std::array histograms = {NamedHistogram{"service", &Latencies::service},
                                   NamedHistogram{"response", &Latencies::response},
                                   NamedHistogram{"first_byte", &Latencies::first_byte},
                                   NamedHistogram{"connect", &Latencies::connect}};

/// Buckets as [index, count] pairs, and what they cannot say exactly.
Json transport_of(const Histogram& histogram) {
  const auto totals = histogram.totals();
  Json json;
  json["buckets"] = Json::array();
  for (const auto& bucket : histogram.buckets()) {
    json["buckets"].push_back(Json::array({bucket.index, bucket.count}));
  }
  put(json, "sum_ns", totals.sum_ns);
  json["overflow"] = totals.overflow;
  json["anomalies"] = totals.anomalies;
  return json;
}

}  // namespace

Json json_of(const Histogram& histogram) {
  Json json;
  json["count"] = histogram.count();
  put(json, "min", histogram.min());
  put(json, "mean", histogram.mean());
  put(json, "stdev", histogram.stdev());
  put(json, "max", histogram.max());
  json["percentiles"] = Json::object();
  for (const auto& [name, q] : quantiles) {
    if (histogram.supports(q)) put(json["percentiles"], name, histogram.quantile(q));
  }
  json["histogram"] = transport_of(histogram);
  return json;
}

namespace {

std::vector<Histogram::Bucket> buckets_of(const Fields& transport) {
  std::vector<Histogram::Bucket> buckets;
  for (const auto& pair : transport.list<Json>("buckets")) {
    const std::string key = fmt::format("buckets[{}]", buckets.size());
    if (!pair.is_array() || pair.size() != 2) {
      transport.complain(key, "expected [index, count], found " + json_excerpt(pair));
    }
    buckets.push_back({transport.convert<std::uint32_t>(pair[0], key),
                       transport.convert<std::uint64_t>(pair[1], key)});
  }
  return buckets;
}

}  // namespace

Histogram histogram_of(const Fields& fields) {
  const Fields transport = fields.object("histogram");
  Histogram::Totals totals;
  totals.min_ns = fields.value_or<std::int64_t>("min", 0);
  totals.max_ns = fields.value_or<std::int64_t>("max", 0);
  totals.sum_ns = transport.required<double>("sum_ns");
  totals.overflow = transport.value_or<std::uint64_t>("overflow", 0);
  totals.anomalies = transport.value_or<std::uint64_t>("anomalies", 0);
  const auto buckets = buckets_of(transport);
  try {
    auto histogram = Histogram::from(buckets, totals);
    const auto count = histogram.count();
    if (count == fields.value_or<std::uint64_t>("count", count)) return histogram;
  } catch (const Error& error) {
    fields.complain("histogram", error.what());
  }
  fields.complain("count", "is not the sum of the histogram's buckets");
}

Json json_of(const Latencies& latencies) {
  Json json = Json::object();
  for (const auto& [name, member] : histograms) {
    if (const auto& histogram = latencies.*member) json[name] = json_of(*histogram);
  }
  return json;
}

Latencies latencies_of(const Fields& fields) {
  Latencies latencies;
  for (const auto& [name, member] : histograms) {
    if (const auto entry = fields.optional_object(name)) latencies.*member = histogram_of(*entry);
  }
  return latencies;
}

}  // namespace joust::store
