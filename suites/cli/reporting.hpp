// Everything right of visits.jsonl for one run directory: files written, table and paths printed.
#pragma once

#include "base/exit_code.hpp"
#include "results/store/run_directory.hpp"

namespace joust::suites::cli {

/// Writes tables, summary and charts; prints table, sentences and paths on stdout, notices on
/// stderr. ok when every planned visit was made and is valid, whatever the verdicts; otherwise
/// invalid.
ExitCode report(const store::StoredRun& stored);

/// Writes the charts only.
ExitCode redraw(const store::StoredRun& stored);

}  // namespace joust::suites::cli
