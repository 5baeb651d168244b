#include "servers/site/target.hpp"

namespace joust::site {
namespace {

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == ' ') return std::nullopt;  // evhttp takes the last one for the end of the target
    if (c == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = hex_value(text[i + 1]);
      const int low = hex_value(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      c = static_cast<char>(high * 16 + low);
      i += 2;
    }
    if (static_cast<unsigned char>(c) < 32 || c == 127) return std::nullopt;
    decoded.push_back(c);
  }
  return decoded;
}

bool has_parent_segment(std::string_view path) {
  for (auto at = path.find("/.."); at != std::string_view::npos; at = path.find("/..", at + 1)) {
    const auto after = at + 3;
    if (after == path.size() || path[after] == '/') return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> path_of_target(std::string_view target) {
  if (!target.starts_with('/')) {
    const auto scheme_end = target.find("://");
    if (scheme_end == std::string_view::npos) return std::nullopt;
    const auto scheme = target.substr(0, scheme_end);
    if (scheme != "http" && scheme != "https") return std::nullopt;
    target.remove_prefix(scheme_end + 3);
    const auto authority_end = target.find_first_of("/?");
    target.remove_prefix(authority_end == std::string_view::npos ? target.size() : authority_end);
    if (!target.starts_with('/')) return "/";
  }
  auto path = percent_decoded(target.substr(0, target.find('?')));
  if (!path || has_parent_segment(*path)) return std::nullopt;
  return path;
}

}  // namespace joust::site
