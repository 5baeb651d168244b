#include "results/model/histogram.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "base/error.hpp"
#include "tests/support/catch.hpp"

using joust::Histogram;

namespace {

Histogram of(const std::vector<std::int64_t>& values) {
  Histogram histogram;
  for (const auto value : values) histogram.record(value);
  return histogram;
}

std::vector<std::int64_t> one_to(std::int64_t n) {
  std::vector<std::int64_t> values;
  for (std::int64_t i = 1; i <= n; ++i) values.push_back(i);
  return values;
}

}  // namespace

TEST_CASE("Nearest ranks of few samples are exact") {
  const auto three = of({30, 10, 20});
  CHECK(three.quantile(0.50) == 20);
  CHECK(three.quantile(0.90) == 30);
  CHECK(three.quantile(0.99) == 30);
  const auto four = of(one_to(4));
  CHECK(four.quantile(0.50) == 2);
  CHECK(four.quantile(0.75) == 3);
  CHECK(four.quantile(0.90) == 4);
  CHECK(of(one_to(20)).quantile(0.95) == 19);
  const auto hundred = of(one_to(100));
  CHECK(hundred.quantile(0.50) == 50);
  CHECK(hundred.quantile(0.90) == 90);
  CHECK(hundred.quantile(0.99) == 99);
  CHECK(hundred.quantile(0.999) == 100);
  CHECK(hundred.quantile(1.0) == 100);
  CHECK(hundred.quantile(0.0) == 1);
}

TEST_CASE("Every whole percent of a hundred and of a thousand values hits its own rank") {
  const auto hundred = of(one_to(100));
  const auto thousand = of(one_to(1000));
  for (int percent = 1; percent <= 100; ++percent) {
    const double q = percent / 100.0;
    CHECK(hundred.quantile(q) == percent);
    CHECK(thousand.quantile(q) == 10 * percent);
  }
}

TEST_CASE("Quantiles never leave the data and never fall") {
  const auto histogram = of({500'100'000, 500'200'000, 500'300'000, 500'400'000});
  std::int64_t last = 0;
  for (int i = 0; i <= 1000; ++i) {
    const auto value = histogram.quantile(i / 1000.0).value();
    CHECK(value >= 500'100'000);
    CHECK(value <= 500'400'000);
    CHECK(value >= last);
    last = value;
  }
}

TEST_CASE("Merged workers are one sample, not a mean of percentiles") {
  Histogram a;
  a.record(1'000'000, 900);
  Histogram b;
  b.record(100'000'000, 100);
  a.merge(b);
  const auto near = [](std::optional<std::int64_t> value, double wanted) {
    return std::abs(static_cast<double>(value.value()) - wanted) <= wanted / 1024;
  };
  CHECK(near(a.quantile(0.50), 1e6));
  CHECK(near(a.quantile(0.90), 1e6));
  CHECK(near(a.quantile(0.95), 100e6));
  CHECK(near(a.quantile(0.99), 100e6));
  CHECK(a.mean().value() == 10.9e6);
}

TEST_CASE("Tens of millions of samples do not overflow a rank") {
  Histogram histogram;
  histogram.record(1'000'000, 24'750'000);
  histogram.record(2'000'000, 250'000);
  CHECK(histogram.count() == 25'000'000);
  CHECK(histogram.quantile(0.99).value() / 1000 == 1000);
  CHECK(histogram.quantile(0.999) == 2'000'000);
  histogram.record(2'000'000, 5'000'000'000ULL);
  CHECK(histogram.count() == 5'025'000'000ULL);
  CHECK(histogram.quantile(0.5) == 2'000'000);
}

TEST_CASE("Time running backwards is counted apart and as nothing") {
  Histogram histogram;
  histogram.record(-1000);
  histogram.record(std::numeric_limits<std::int64_t>::min());
  histogram.record(5);
  CHECK(histogram.count() == 3);
  CHECK(histogram.anomalies() == 2);
  CHECK(histogram.min() == 0);
  CHECK(histogram.max() == 5);
  CHECK(histogram.mean().value() == Approx(5.0 / 3));
}

TEST_CASE("Values above one hour are counted in the last bucket and keep their maximum") {
  Histogram histogram;
  histogram.record(Histogram::max_value_ns);
  CHECK(histogram.overflow() == 0);
  histogram.record(Histogram::max_value_ns + 1);
  histogram.record(std::numeric_limits<std::int64_t>::max(), 2);
  CHECK(histogram.overflow() == 3);
  CHECK(histogram.count() == 4);
  CHECK(histogram.max() == std::numeric_limits<std::int64_t>::max());
  CHECK(histogram.buckets().size() == 1);
}

TEST_CASE("An empty histogram has no numbers") {
  const Histogram empty;
  CHECK_FALSE(empty.min());
  CHECK_FALSE(empty.max());
  CHECK_FALSE(empty.mean());
  CHECK_FALSE(empty.stdev());
  CHECK_FALSE(empty.quantile(0.5));
  CHECK_FALSE(empty.quantile_interval(0.5, 0.95));
  CHECK_FALSE(empty.supports(0.5));
  CHECK(empty.buckets().empty());
}

TEST_CASE("A bucket is never wider than a 1024th of its values, at every magnitude") {
  for (std::int64_t value = 1; value <= Histogram::max_value_ns; value += 1 + value / 37) {
    const auto bucket = of({value}).buckets().at(0).index;
    const auto low = Histogram::lowest_value_of(bucket);
    const auto high = Histogram::highest_value_of(bucket);
    CHECK(low <= value);
    CHECK(value <= high);
    CHECK((high - low) * 1024 <= value);
    CHECK(Histogram::lowest_value_of(bucket + 1) == high + 1);
  }
}

TEST_CASE("Powers of two and their neighbours fall into adjoining buckets") {
  for (int exponent = 1; exponent < 42; ++exponent) {
    const std::int64_t power = std::int64_t{1} << exponent;
    if (power + 1 > Histogram::max_value_ns) break;
    const auto below = of({power - 1}).buckets().at(0).index;
    const auto at = of({power}).buckets().at(0).index;
    CHECK(at == below + 1);
    CHECK(Histogram::lowest_value_of(at) == power);
  }
}

TEST_CASE("Quantiles are within a 1024th of the exact ones") {
  std::mt19937_64 random(7);
  std::lognormal_distribution<double> latency(11, 2);
  std::vector<std::int64_t> values;
  for (int i = 0; i < 20000; ++i) values.push_back(static_cast<std::int64_t>(latency(random)));
  const auto histogram = of(values);
  std::sort(values.begin(), values.end());
  for (const double q : {0.001, 0.1, 0.5, 0.75, 0.9, 0.99, 0.999, 0.9999}) {
    const auto rank = static_cast<std::size_t>(std::ceil(q * 20000 - 1e-6));
    const auto exact = static_cast<double>(values[rank - 1]);
    const auto shown = static_cast<double>(histogram.quantile(q).value());
    CHECK(shown >= exact);
    CHECK(shown - exact <= exact / 1024);
  }
  double mean = 0;
  for (const auto value : values) mean += static_cast<double>(value) / 20000;
  double squares = 0;
  for (const auto value : values) squares += std::pow(static_cast<double>(value) - mean, 2);
  CHECK(histogram.mean().value() == Approx(mean));
  CHECK(histogram.stdev().value() == Approx(std::sqrt(squares / 19999)).epsilon(0.001));
}

TEST_CASE("Merging equals recording into one") {
  std::mt19937_64 random(11);
  std::uniform_int_distribution<std::int64_t> any(-1000, 2 * Histogram::max_value_ns);
  Histogram all;
  Histogram parts[3];
  for (int i = 0; i < 3000; ++i) {
    const auto value = any(random);
    all.record(value);
    parts[i % 3].record(value);
  }
  Histogram merged;
  for (const auto& part : parts) merged.merge(part);
  CHECK(merged.count() == all.count());
  CHECK(merged.min() == all.min());
  CHECK(merged.max() == all.max());
  CHECK(merged.overflow() == all.overflow());
  CHECK(merged.anomalies() == all.anomalies());
  CHECK(merged.mean().value() == Approx(all.mean().value()));
  REQUIRE(merged.buckets().size() == all.buckets().size());
  for (std::size_t i = 0; i < all.buckets().size(); ++i) {
    CHECK(merged.buckets()[i].index == all.buckets()[i].index);
    CHECK(merged.buckets()[i].count == all.buckets()[i].count);
  }
}

TEST_CASE("Recording a value many times equals recording it often") {
  Histogram once;
  once.record(12345, 3);
  once.record(12345, 0);
  const auto often = of({12345, 12345, 12345});
  CHECK(once.count() == 3);
  CHECK(once.mean() == often.mean());
  CHECK(once.stdev() == often.stdev());
}

TEST_CASE("A quantile is shown once a hundred values lie beyond it") {
  CHECK(Histogram::needed_for(0.5) == 200);
  CHECK(Histogram::needed_for(0.9) == 1000);
  CHECK(Histogram::needed_for(0.99) == 10'000);
  CHECK(Histogram::needed_for(0.999) == 100'000);
  CHECK(Histogram::needed_for(0.9999) == 1'000'000);
  CHECK(Histogram::needed_for(0.99999) == 10'000'000);
  CHECK(Histogram::needed_for(1.0) == std::numeric_limits<std::uint64_t>::max());
  Histogram histogram;
  histogram.record(1, 9999);
  CHECK_FALSE(histogram.supports(0.99));
  histogram.record(1);
  CHECK(histogram.supports(0.99));
  CHECK_FALSE(histogram.supports(1.0));
}
