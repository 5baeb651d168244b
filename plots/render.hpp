// Runs gnuplot over written scripts. Whatever gnuplot does, no half-made picture stays and the
// caller goes on: trouble is a notice that names the charts, the reason and the remedy.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/units.hpp"

namespace joust::plots {

struct Rendered {
  std::vector<std::filesystem::path> pictures;
  std::vector<std::string> notices;
};

/// Makes STEM.svg and STEM.png from STEM.gp in `folder` by the gnuplot in PATH; `limit` holds for
/// each script.
Rendered render(const std::filesystem::path& folder, const std::vector<std::string>& stems,
                Nanoseconds limit = std::chrono::seconds{20});

}  // namespace joust::plots
