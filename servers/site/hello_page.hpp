// The page that is made anew for every request: what a servlet or a template would do.
#pragma once

#include <string>
#include <string_view>

namespace joust::site {

/// Always the same for the same path, so that a client can check it byte for byte.
std::string hello_page(std::string_view path);

}  // namespace joust::site
