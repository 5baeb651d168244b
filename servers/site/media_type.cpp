#include "servers/site/media_type.hpp"

#include <array>
#include <utility>

namespace joust::site {

std::string_view media_type_of(std::string_view path) {
  using Entry = std::pair<std::string_view, std::string_view>;
  // The names that nginx and lighttpd give these suffixes, so that heads are equally long.
  static constexpr std::array<Entry, 12> types{{{".html", "text/html"},
                                                {".htm", "text/html"},
                                                {".txt", "text/plain"},
                                                {".css", "text/css"},
                                                {".js", "application/javascript"},
                                                {".json", "application/json"},
                                                {".xml", "text/xml"},
                                                {".svg", "image/svg+xml"},
                                                {".png", "image/png"},
                                                {".jpg", "image/jpeg"},
                                                {".gif", "image/gif"},
                                                {".pdf", "application/pdf"}}};
  for (const auto& [suffix, type] : types) {
    if (path.ends_with(suffix)) return type;
  }
  return "application/octet-stream";
}

}  // namespace joust::site
