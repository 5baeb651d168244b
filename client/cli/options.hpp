// The command line of joust-load as values: what to load, and where the result goes.
#pragma once

#include <filesystem>
#include <optional>

#include "client/formats/format.hpp"
#include "results/model/load_plan.hpp"

namespace joust::client::cli {

struct Options {
  LoadPlan plan;
  Format format = Format::summary;
  std::optional<std::filesystem::path> json_file;
  std::optional<std::filesystem::path> hgrm_file;
  std::optional<std::filesystem::path> series_file;
  std::optional<std::filesystem::path> samples_file;
  bool quiet = false;
  bool strict = false;
};

/// Nothing where there is nothing to run: help or version was asked for and printed.
/// Error{user_input} names the option, what was given, and the nearest known one.
std::optional<Options> parse_options(int argc, char** argv);

}  // namespace joust::client::cli
