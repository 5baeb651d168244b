#include "plots/axis.hpp"

#include "tests/support/catch.hpp"

using joust::plots::Axis;
using joust::plots::axis_from_zero;
using joust::plots::level_axis;
using joust::plots::log_axis;
using joust::plots::position_on;
using joust::plots::ratio_axis;
using joust::plots::Tic;
using joust::plots::tic_label;

namespace {

std::vector<std::string> labels_of(const Axis& axis) {
  std::vector<std::string> labels;
  for (const Tic& tic : axis.tics) labels.push_back(tic.label);
  return labels;
}

using Labels = std::vector<std::string>;

}  // namespace

TEST_CASE("Tic labels set thousands apart and show no empty digits") {
  CHECK(tic_label(0) == "0");
  CHECK(tic_label(7.5) == "7.5");
  CHECK(tic_label(0.05) == "0.05");
  CHECK(tic_label(950) == "950");
  CHECK(tic_label(1000) == "1 000");
  CHECK(tic_label(250000) == "250 000");
  CHECK(tic_label(1234567) == "1 234 567");
}

TEST_CASE("An axis from zero ends at a round step above its highest value, in its unit") {
  const Axis axis = axis_from_zero(120391, 1);
  CHECK(axis.low == 0);
  CHECK(axis.high == Approx(150000));
  CHECK(labels_of(axis) == Labels{"0", "50 000", "100 000", "150 000"});

  const Axis micro = axis_from_zero(7900, 1000);
  CHECK(micro.tics.back().label == "10");
  CHECK(micro.tics.back().at == Approx(10000));
}

TEST_CASE("An axis from zero of nothing but zeros still has a span") {
  CHECK(axis_from_zero(0, 1).high > 0);
}

TEST_CASE("A logarithmic axis runs from one round step to another around its values") {
  const Axis axis = log_axis(23000, 900000, 1000);
  CHECK(axis.log);
  CHECK(axis.low == Approx(20000));
  CHECK(axis.high == Approx(1e6));
  CHECK(labels_of(axis) == Labels{"20", "50", "100", "200", "500", "1 000"});
}

TEST_CASE("A logarithmic axis of one value spans most of a decade, so that noise stays small") {
  const Axis axis = log_axis(100, 100, 1);
  CHECK(axis.high / axis.low >= 8);
}

TEST_CASE("A ratio axis always shows 1") {
  const Axis slower = ratio_axis(0.5, 0.6);
  CHECK(slower.low < 0.5);
  CHECK(slower.high > 1);
  const Axis wide = ratio_axis(0.02, 40);
  CHECK(wide.tics.size() >= 3);
  CHECK(wide.tics.size() < 14);
  const Axis same = ratio_axis(1, 1);
  CHECK(same.high > same.low);
}

TEST_CASE("Levels are logarithmic only where they span a decade") {
  CHECK(level_axis({{1, "1"}, {10, "10"}, {100, "100"}}).log);
  CHECK_FALSE(level_axis({{1, "1"}, {2, "2"}, {8, "8"}}).log);
}

TEST_CASE("A single level stands in the middle of its axis") {
  const Axis axis = level_axis({{10, "10"}});
  CHECK(position_on(axis, 10) == Approx(0.5));
}

TEST_CASE("The level 0 has a place of its own on a logarithmic axis") {
  const Axis axis = level_axis({{0, "0 B"}, {52, "52 B"}, {21353, "21353 B"}});
  REQUIRE(axis.zero_at.has_value());
  CHECK(*axis.zero_at > axis.low);
  CHECK(*axis.zero_at < 52);
  CHECK(axis.tics.front().label == "0 B");
  CHECK(axis.tics.front().at == Approx(*axis.zero_at));
}
