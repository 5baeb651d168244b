// Prints what a run came to, and says which exit code that is.
#pragma once

#include "base/exit_code.hpp"
#include "results/store/run_directory.hpp"
#include "suites/judge/products.hpp"

namespace joust::suites::cli {

/// Table, sentences, counts and paths on stdout. ok when every planned visit was made and is valid,
/// whatever the verdicts; invalid otherwise.
ExitCode show_products(const store::StoredRun& stored, const Products& products);

}  // namespace joust::suites::cli
