// Tables as data, and their three printed forms. Cells of a column share unit and scale.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "results/model/run.hpp"
#include "results/model/verdict.hpp"

namespace joust::tables {

enum class Align { left, right };

struct Column {
  std::string title;  // with the unit: "requests/s", "p99 [us]"
  Align align = Align::right;
};

struct Table {
  std::string name;  // file stem
  std::string title;
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  // as printed
  std::vector<std::string> legend;             // marks and conventions, a line each
};

/// `width` columns at most where that is possible: left columns are cut last. 0: no limit.
std::string as_text(const Table& table, std::size_t width = 0);
std::string as_markdown(const Table& table);
/// RFC 4180; header row first; no legend.
std::string as_csv(const Table& table);

/// The main table: a row per cell and contender: rate with interval, ratio to the reference,
/// latency (shown), CPU per request of both sides, marks.
Table results_table(const Run& run, const Findings& findings);
/// Every metric of every figure in base units, a row per contender, cell and metric, for machines.
Table figures_table(const Run& run, const Findings& findings);
/// Verdict sentences, the primary one (geometric mean) first.
std::vector<std::string> verdict_sentences(const Run& run, const Findings& findings);

}  // namespace joust::tables
