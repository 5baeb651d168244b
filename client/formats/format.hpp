// The forms a LoadResult can be printed in.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/model/load_result.hpp"

namespace joust::client {

enum class Format { summary, json };

const std::vector<std::string>& format_names();
std::optional<Format> format_from(std::string_view name);

/// Ends with a line end.
std::string formatted(const LoadResult& result, Format format);

}  // namespace joust::client
