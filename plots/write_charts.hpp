// The charts of a run as files: directory/plots/*.{gp,dat,svg,png}.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "results/model/run.hpp"
#include "results/model/verdict.hpp"

namespace joust::plots {

struct ChartFiles {
  std::vector<std::filesystem::path> files;
  std::vector<std::string> notices;  // charts or pictures that are missing: which, why, what to do
};

/// Scripts and data always, pictures where the gnuplot in PATH can: a missing or failing gnuplot is
/// a notice. Error{machine} when scripts cannot be written. Pictures of earlier data never stay,
/// nor do charts of an earlier report that this one does not make; what somebody else put there
/// does.
ChartFiles write_charts(const Run& run, const Findings& findings,
                        const std::filesystem::path& directory);

}  // namespace joust::plots
