#include <string>

#include "client/formats/hgrm.hpp"
#include "client/formats/samples.hpp"
#include "client/formats/series.hpp"
#include "tests/support/catch.hpp"

namespace joust::client {
namespace {

TEST_CASE("a distribution becomes percentile text") {
  Histogram histogram;
  for (int i = 1; i <= 4; ++i) histogram.record(i * 500'000);
  const std::string text = hgrm_of(histogram);
  CHECK(text ==
        "       Value     Percentile TotalCount 1/(1-Percentile)\n\n"
        "    0.500223 0.000000000000          1           1.00\n"
        "    0.500223 0.100000000000          1           1.11\n"
        "    0.500223 0.200000000000          1           1.25\n"
        "    1.000447 0.300000000000          2           1.43\n"
        "    1.000447 0.400000000000          2           1.67\n"
        "    1.000447 0.500000000000          2           2.00\n"
        "    1.500159 0.550000000000          3           2.22\n"
        "    1.500159 0.600000000000          3           2.50\n"
        "    1.500159 0.650000000000          3           2.86\n"
        "    1.500159 0.700000000000          3           3.33\n"
        "    1.500159 0.750000000000          3           4.00\n"
        "    2.000000 0.775000000000          4           4.44\n"
        "    2.000000 1.000000000000          4\n"
        "#[Mean    =     1.250000, StdDeviation   =     0.645359]\n"
        "#[Max     =     2.000000, Total count    =            4]\n"
        "#[Buckets =           32, SubBuckets     =         2048]\n");
}

TEST_CASE("no value at all is percentile text without a line") {
  const std::string text = hgrm_of({});
  CHECK(text.find("Total count    =            0") != std::string::npos);
  CHECK(text.find("nan") == std::string::npos);
}

TEST_CASE("an interval is a line, without the percentiles that its count does not support") {
  CHECK(series_heading() ==
        "start_ns,length_ns,ok,failed,rate_rps,p50_ns,p90_ns,p99_ns,p99.9_ns,max_ns\n");
  Interval interval;
  interval.start_ns = 1'000'000'000;
  interval.length_ns = 500'000'000;
  interval.ok = 200;
  interval.failed = 3;
  for (int i = 0; i < 200; ++i) interval.latency.record(1000);
  CHECK(series_line(interval) == "1000000000,500000000,200,3,400.0,1000,,,,1000\n");
  CHECK(series_line({}) == "0,0,0,0,0.0,,,,,\n");
}

TEST_CASE("a request is a line") {
  CHECK(samples_heading() == "due_ns,sent_ns,first_byte_ns,end_ns,status,failure\n");
  CHECK(sample_line({Sample::none, 0, 7, 9, 200, {}}) == ",0,7,9,200,\n");
  CHECK(sample_line({4, Sample::none, Sample::none, 9, 0, FailureClass::connect}) ==
        "4,,,9,,connect\n");
}

}  // namespace
}  // namespace joust::client
