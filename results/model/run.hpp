// All sweeps of a suite, as planned: everything that reporting needs beside the visits
// (schema joust.run/1, file run.json).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "results/model/cell.hpp"
#include "results/model/contender.hpp"
#include "results/model/environment.hpp"

namespace joust {

/// A contender that cannot do what a cell needs: a row "-" with its reason, not a failure.
struct NotApplicable {
  std::string contender;
  std::string cell;
  std::string reason;
  bool operator==(const NotApplicable&) const = default;
};

/// One block: every applicable contender visited once in one cell, in this order.
struct PlannedBlock {
  std::uint32_t sweep = 0;
  std::string cell;
  std::vector<std::string> order;  // contender ids
  bool operator==(const PlannedBlock&) const = default;
};

/// The rules that figures are judged by.
struct Judgement {
  double confidence = 0.99;
  double margin = 0.03;          // rate and CPU
  double latency_margin = 0.10;  // judged quantiles
  bool operator==(const Judgement&) const = default;
};

struct Design {
  Side compare = Side::servers;
  std::vector<Contender> contenders;  // in the suite's order, the anchor last
  std::string reference;              // contender id: ratios are over this one
  std::vector<Cell> cells;
  std::vector<NotApplicable> not_applicable;
  std::uint32_t blocks = 0;  // a cell
  Nanoseconds warmup{0};
  std::optional<Nanoseconds> measure;     // window length, or ...
  std::optional<std::uint64_t> requests;  // ... answers a window
  Judgement judgement;
  std::uint64_t seed = 0;
  std::vector<PlannedBlock> schedule;  // in order of execution
  bool operator==(const Design&) const = default;
};

struct Run {
  std::string id;          // "quick-20261130T163904Z"
  std::string suite_name;  // "quick"
  std::string title;
  std::string suite_text;  // copy of the suite file
  std::string version;     // of joust
  std::string started_utc;
  std::vector<std::string> argv;
  bool allow_noise = false;
  Design design;
  Environment environment;
};

}  // namespace joust
