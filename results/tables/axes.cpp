#include "results/tables/axes.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/nearest_word.hpp"

namespace joust::tables {

namespace {

AxisValue word(std::string text) { return {text, text, std::nullopt}; }
AxisValue number(std::uint64_t value) {
  return {std::to_string(value), std::to_string(value), value};
}
AxisValue size(Bytes bytes) {
  return {std::to_string(bytes.value), format_bytes(bytes), bytes.value};
}

using Of = Axis::Of;

constexpr std::array table = {
    Axis{"contender", Of::contenders, "", [](const Point& at) { return word(at.contender->id); }},
    Axis{"server", Of::contenders, "",
         [](const Point& at) { return word(at.contender->server.label()); }},
    Axis{"client", Of::contenders, "",
         [](const Point& at) { return word(at.contender->client.label()); }},
    Axis{"cell", Of::cells, "",
         [](const Point& at) {
           return AxisValue{at.cell->id(), at.cell->label(), std::nullopt};
         }},
    Axis{"document", Of::cells, "",
         [](const Point& at) {
           return AxisValue{at.cell->document.id(), at.cell->document.label(), std::nullopt};
         }},
    Axis{"route", Of::cells, "", [](const Point& at) { return word(at.cell->document.route); }},
    Axis{"method", Of::cells, "", [](const Point& at) { return word(at.cell->document.method); }},
    Axis{"bytes", Of::cells, "", [](const Point& at) { return size(at.cell->document.size); }},
    Axis{"body_bytes", Of::cells, "body ",
         [](const Point& at) { return size(at.cell->document.body_size); }},
    Axis{"connections", Of::cells,
         "c = ", [](const Point& at) { return number(at.cell->connections); }},
    Axis{"keepalive", Of::cells, "keepalive ",
         [](const Point& at) { return word(at.cell->keepalive ? "true" : "false"); }},
    Axis{"client_threads", Of::cells, "client threads ",
         [](const Point& at) { return number(at.cell->client_threads); }},
    Axis{"server_threads", Of::cells, "server threads ",
         [](const Point& at) { return number(at.cell->server_threads); }},
    // Counted from 1 as everywhere on the terminal; in the files from 0.
    Axis{"sweep", Of::sweeps, "sweep ", [](const Point& at) { return number(*at.sweep + 1); }},
};

std::vector<Point> points_of(Of of, const Run& run) {
  std::vector<Point> points;
  switch (of) {
    case Of::contenders:
      for (const auto& contender : run.design.contenders) points.push_back({&contender, {}, {}});
      break;
    case Of::cells:
      for (const auto& cell : run.design.cells) points.push_back({nullptr, &cell, {}});
      break;
    case Of::sweeps:
      for (std::uint32_t sweep = 0; sweep < run.design.blocks; ++sweep) {
        points.push_back({nullptr, nullptr, sweep});
      }
      break;
  }
  return points;
}

}  // namespace

std::span<const Axis> axes() { return table; }

const Axis& axis_called(std::string_view id, std::string_view option) {
  std::vector<std::string> known;
  for (const auto& axis : table) {
    if (axis.id == id) return axis;
    known.emplace_back(axis.id);
  }
  throw user_error("{}: no axis is called '{}'{}\nKnown: {}", option, id, did_you_mean(id, known),
                   fmt::join(known, ", "));
}

std::vector<AxisValue> values_on(const Axis& axis, const Run& run) {
  std::vector<AxisValue> values;
  for (const auto& point : points_of(axis.of, run)) {
    auto value = axis.value_of(point);
    if (std::find(values.begin(), values.end(), value) == values.end()) {
      values.push_back(std::move(value));
    }
  }
  std::stable_sort(values.begin(), values.end(),
                   [](const auto& a, const auto& b) { return a.number < b.number; });
  return values;
}

}  // namespace joust::tables
