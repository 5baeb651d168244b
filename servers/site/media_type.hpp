// The Content-Type of a file, by its suffix.
#pragma once

#include <string_view>

namespace joust::site {

/// Points to a literal (NUL-terminated). "application/octet-stream" where the suffix is unknown.
std::string_view media_type_of(std::string_view path);

}  // namespace joust::site
