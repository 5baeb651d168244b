// Writes what a run directory holds beside its visits: tables and summary.json. Reading the same
// visits again writes the same bytes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "results/model/verdict.hpp"
#include "results/store/run_directory.hpp"

namespace joust::suites {

struct Products {
  Findings findings;
  std::string text_table;              // fit for a terminal `width` columns wide
  std::vector<std::string> sentences;  // the primary one first
  std::vector<std::filesystem::path> files;
};

/// Judges a stored run and writes tables/ and summary.json into its directory.
Products write_products(const store::StoredRun& stored, std::size_t width = 0);

}  // namespace joust::suites
