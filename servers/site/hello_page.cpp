#include "servers/site/hello_page.hpp"

#include <fmt/format.h>
#include <iterator>

namespace joust::site {

std::string hello_page(std::string_view path) {
  std::string page;
  page.reserve(1024);
  auto out = std::back_inserter(page);
  fmt::format_to(out, "<!DOCTYPE html>\n<html><head><title>Hello</title></head>\n<body>\n");
  fmt::format_to(out, "<h1>Hello from {}</h1>\n<table>\n", path);
  for (int row = 1; row <= 16; ++row) {
    fmt::format_to(out, "<tr><td>{:2}</td><td>{:5}</td><td>{:08x}</td></tr>\n", row, row * row,
                   static_cast<unsigned>(row) * 2654435761U);
  }
  fmt::format_to(out, "</table>\n</body></html>\n");
  return page;
}

}  // namespace joust::site
