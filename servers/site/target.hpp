// From the request target to the path that is asked for. Knows no files.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace joust::site {

/// The path of an origin-form or absolute-form target, without query, percent-decoded; it begins
/// with '/'. Nothing for other forms, a broken percent sign, a NUL or other control character, and
/// for a ".." segment in any spelling: who asks for one gets no file, whatever it would lead to.
std::optional<std::string> path_of_target(std::string_view target);

}  // namespace joust::site
