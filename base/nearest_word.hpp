// Suggests the known word closest to a mistyped one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace joust {

/// The known word with the smallest edit distance, if that distance is at most a third of the
/// longer word's length (at least 1); nothing otherwise.
std::optional<std::string> nearest_word(std::string_view word,
                                        const std::vector<std::string>& known);

/// "; did you mean 'x'?" or "".
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace joust
